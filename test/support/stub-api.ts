import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '#app/start/config.ts';
import { openPages, type Pages } from '#app/wiring/open-pages.ts';
import type { Log } from '#core/context.ts';
import { openLog } from '#platform/log/open-log.ts';

/** A request that the server of the pages sent to the API. */
export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface PagesWithStub extends AsyncDisposable {
  pages: Pages;
  /** Requests to the API, except the checks of sessions. */
  asked: Asked[];
  /** Answers in place of the default, an empty object. */
  answerWith(answer: (asked: Asked, response: ServerResponse) => void): void;
  /** Refuses every other request before it has read its body, with 413. */
  refuseUnread(): void;
  /** The API's answer about every customer session. */
  checkedAs(state: object): void;
  /** Its answer about every operator session. */
  operatorCheckedAs(state: object): void;
}

const session = { id: 'ses_1', account_id: 'usr_own', email: 'asha@example.com', name: null };
export const live = { state: 'live', session };

export const liveOperator = {
  state: 'live',
  session: {
    email: 'mira@operators.example.com',
    by_link: true,
    role: 'owner',
    link_from: null as string | null,
  },
};

/** The pages alone, as `ROLE=web` serves them, with a stand-in for the API that records what it is asked. */
export async function pagesWithStub(
  environment: Record<string, string> = {},
  log: Log = openLog('silent'),
): Promise<PagesWithStub> {
  const asked: Asked[] = [];
  let state: object = live;
  let operator: object = liveOperator;
  let refusesUnread = false;
  let answer: (asked: Asked, response: ServerResponse) => void = (_, response) => response.end('{}');
  const api = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (url === '/internal/sign-in/sessions/check') return void response.end(JSON.stringify(state));
    if (url === '/api/v1/admin/operators/sessions/check') return void response.end(JSON.stringify(operator));
    if (refusesUnread) return void response.writeHead(413).end('{"code":"body_too_large"}');
    const chunks = await request.toArray().catch(() => []);
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    answer(one, response);
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const config = readConfig({
    NODE_ENV: 'test',
    FRESH_PAGES: 'off',
    ROLE: 'web',
    API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    INTERNAL_SECRET: 'internal-secret-of-the-tests',
    ADMIN_SECRET: 'admin-secret-of-the-tests',
    ...environment,
  });
  const pages = await openPages(config, log);
  await pages.server.ready();
  return {
    pages,
    asked,
    answerWith(given) {
      answer = given;
    },
    refuseUnread() {
      refusesUnread = true;
    },
    checkedAs(given) {
      state = given;
    },
    operatorCheckedAs(given) {
      operator = given;
    },
    async [Symbol.asyncDispose]() {
      await pages[Symbol.asyncDispose]();
      api.close();
      api.closeAllConnections();
    },
  };
}

/** The headers of a browser that is signed in to both apps. */
export const signedInHeaders = {
  cookie: `contactry_app=${'a'.repeat(43)}; contactry_console=${'b'.repeat(43)}`,
  'sec-fetch-site': 'same-origin',
  host: '127.0.0.1:8080',
};
