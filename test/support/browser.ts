import assert from 'node:assert/strict';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { testChromium } from './chromium.ts';
import { patienceMs } from './eventually.ts';
import { atEnd } from './runner/at-end.ts';

/** Playwright would only close Chromium at these signals. Without it they end the process, and Chromium with it. */
export const endsWithUs = { handleSIGTERM: false, handleSIGHUP: false };

let opened: Promise<Browser> | undefined;

/** Tests needn't call it: it is closed after them. */
export const closeBrowser = async (): Promise<void> => (await opened)?.close();
atEnd(closeBrowser);

/** One browser for all tests of a process. */
function theBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: testChromium(),
    ...endsWithUs,
    // Chromium has no sandbox for root.
    args: runsAsRoot() ? ['--no-sandbox'] : [],
  });
  return opened;
}

/** The page shows refusals of the API. Chromium also logs them as errors. */
const isRefusal = (message: ConsoleMessage): boolean =>
  /^Failed to load resource: .* status of 4/.test(message.text()) &&
  /\/(app|console)\/api\//.test(message.location().url);

/** A page in a session of its own. Closing it fails if anything went wrong on it. */
export interface TestPage extends AsyncDisposable {
  page: Page;
}

/** A page is drawn before its script comes. A file that Playwright puts into a drawn field would be lost: a person can't use it yet. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...given) => {
    const response = await goto(...given);
    await page.locator('#root[inert]').waitFor({ state: 'detached' });
    return response;
  };
}

/** `await using opened = await testPage({ baseURL })`. */
export async function testPage(options: BrowserContextOptions = {}): Promise<TestPage> {
  const context = await (await theBrowser()).newContext(options);
  context.setDefaultTimeout(patienceMs);
  context.on('page', waitForScripts);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message))
      faults.push(`${message.text()} (${message.location().url})`);
  });
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      assert.deepEqual(faults, [], 'the page had errors');
    },
  };
}
