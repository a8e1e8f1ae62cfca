import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type TestPage, testPage } from './browser.ts';
import { eventually } from './eventually.ts';
import {
  emailOf,
  type ServedPages,
  type ServedPagesOptions,
  type SignedInAs,
  servedPages,
  sessionIn,
} from './served-pages.ts';

/** Pages that are served, and a browser for them. */
export interface TestWeb extends ServedPages {
  /** Signs a person in by the development issuer in Chromium, and shows the app's first page. */
  signedIn(who?: SignedInAs, options?: BrowserContextOptions): Promise<TestPage>;
}

/** `await using web = await testWeb()`. Without `takesJobs` its jobs wait until `app.work()`. */
export async function testWeb(options: ServedPagesOptions = {}): Promise<TestWeb> {
  const pages = await servedPages(options);
  return {
    ...pages,
    async signedIn(who, context) {
      const opened = await testPage({ baseURL: pages.url, ...context });
      await signInOn(opened.page, who);
      return opened;
    },
  };
}

/** Opens an app in a signed-out browser, and signs in. */
export async function signInOn(page: Page, who: SignedInAs = {}): Promise<void> {
  const { app = 'app' } = who;
  await page.goto(`/${app}`);
  await page.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await page.getByLabel('Email').fill(emailOf(who));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/${app}`);
}

/** Opens the palette by its keys, which work once their script is there. */
export async function openPalette(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search' });
  await eventually(async () => {
    if (await palette.isVisible()) return;
    await page.keyboard.press('Control+k');
    assert.fail('the palette is not open');
  }, 100);
}

/** The account signed in on a page. */
export async function accountOf(page: Page): Promise<string> {
  const document = await page.request.get('/app');
  return String(sessionIn(await document.text()).account_id);
}
