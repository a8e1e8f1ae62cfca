import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { InjectOptions } from 'fastify';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { endsWithUs } from './browser.ts';
import { testChromium } from './chromium.ts';
import { eventually, patienceMs } from './eventually.ts';
import type { TestService } from './service.ts';

/** A request of the browser to the service. */
export interface Sent {
  call: string;
  body: Record<string, unknown> | null;
}

export interface Listening extends AsyncDisposable {
  url: string;
  sent: Sent[];
  /** Closes every connection unanswered from now on. */
  isDown: boolean;
}

/** Lets a browser call the service, and keeps a record. */
export async function listen(service: TestService): Promise<Listening> {
  const server = createServer(async (request, response) => {
    if (listening.isDown) return request.socket.destroy();
    const body = await text(request);
    if (request.method !== 'OPTIONS')
      listening.sent.push({ call: `${request.method} ${request.url}`, body: body ? JSON.parse(body) : null });
    const answer = await service.app.server.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url!,
      headers: request.headers as Record<string, string>,
      ...(body ? { payload: body } : {}),
    });
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening: Listening = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    isDown: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return listening;
}

/** The popup of the extension, as a click on its action opened it. */
export interface Popup extends AsyncDisposable {
  /** The popup's text, once it matches. */
  shows(expected: RegExp): Promise<string>;
  evaluate<Value>(script: string): Promise<Value>;
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

export interface ExtensionBrowser extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  id: string;
  /** Clicks the extension's action beside the page, as a person does: only that gives it the tab's address. */
  click(): Promise<Popup>;
}

export async function buildExtension(folder: string): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/build-extension.ts');
  await promisify(execFile)(process.execPath, [script, folder]);
}

/** Chromium with the extension, built from its sources. */
export async function extensionBrowser(colorScheme: 'light' | 'dark' = 'light'): Promise<ExtensionBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-extension-'));
  const built = join(folder, 'extension');
  await buildExtension(built);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: testChromium(),
    ...endsWithUs,
    colorScheme,
    args: [
      ...(runsAsRoot() ? ['--no-sandbox'] : []),
      // For `Extensions.triggerAction`.
      '--enable-unsafe-extension-debugging',
      `--disable-extensions-except=${built}`,
      `--load-extension=${built}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  context.setDefaultTimeout(patienceMs);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  const page = context.pages()[0]!;
  const protocol = await context.browser()!.newBrowserCDPSession();
  return {
    context,
    page,
    id,
    click: () => openPopup(protocol, id, page.url()),
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Target {
  type: string;
  url: string;
  targetId: string;
}

async function openPopup(protocol: CDPSession, id: string, url: string): Promise<Popup> {
  const found = (type: string, start: string): Promise<Target> =>
    eventually(async () => {
      const { targetInfos } = await protocol.send('Target.getTargets', { filter: [{}] });
      const target = targetInfos.find((each) => each.type === type && each.url.startsWith(start));
      assert.ok(target, `no ${type} at ${start}`);
      return target;
    });
  const tab = await found('tab', url);
  // Newer than Playwright's types.
  await protocol.send('Extensions.triggerAction' as never, { id, targetId: tab.targetId } as never);
  const { targetId } = await found('page', `chrome-extension://${id}/popup.html`);
  const send = await attach(protocol, targetId);
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result } = await send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    return (result as { value: Value }).value;
  };
  return {
    send,
    evaluate,
    shows: (expected) =>
      eventually(async () => {
        const shown = await evaluate<string>('document.body.innerText');
        assert.match(shown, expected);
        return shown;
      }),
    async [Symbol.asyncDispose]() {
      await protocol.send('Target.closeTarget', { targetId });
    },
  };
}

/** Playwright has no page for a popup, so it is spoken to in the browser's own protocol. */
async function attach(protocol: CDPSession, targetId: string): Promise<Popup['send']> {
  const { sessionId } = await protocol.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  protocol.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result ?? {});
  });
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      const message = JSON.stringify({ id, method, params });
      protocol.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
}
