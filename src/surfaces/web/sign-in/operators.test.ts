import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { LightMyRequestResponse as Response } from 'fastify';
import { liveOperator, pagesWithStub } from '#test/support/stub-api.ts';

const stub = await pagesWithStub({
  PUBLIC_URL: 'https://people.example.com',
  OPERATORS: 'mira@operators.example.com,mika@operators.example.com',
});
after(() => stub[Symbol.asyncDispose]());
beforeEach(() => {
  stub.asked.length = 0;
  stub.operatorCheckedAs(liveOperator);
});

const inConsole = { cookie: `__Host-contactry_console=${'b'.repeat(43)}` };
const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  stub.pages.server.inject({ method: 'GET', url, headers });

/** The person whose session the API opens. */
const opensAs = (session: { email: string; link_from: string | null }) =>
  stub.answerWith((_, response) => response.end(JSON.stringify({ by_link: true, ...session })));

test('a link to the console is used only by its form, and only with a token', async () => {
  const shown = await get('/console/sign-in/link?token=cty_console_x');
  assert.equal(shown.statusCode, 200);
  assert.equal(stub.asked.length, 0);
  assert.equal((await useLink('')).statusCode, 410);
  assert.equal((await useLink('x', { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
  assert.equal(stub.asked.length, 0);
  opensAs({ email: mira, link_from: null });
  const response = await useLink('cty_console_x');
  assert.deepEqual([response.statusCode, response.headers.location], [303, '/console']);
  const { email, link_token } = JSON.parse(stub.asked[0]!.body);
  assert.deepEqual([email, link_token], [null, 'cty_console_x']);
});

const useLink = (
  token: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  { pages } = stub,
) =>
  pages.server.inject({
    method: 'POST',
    url: '/console/sign-in/link',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ token, email: 'mira@operators.example.com' }).toString(),
  });

const [mira, mika, ivan] = ['mira', 'mika', 'ivan'].map((name) => `${name}@operators.example.com`) as [
  string,
  string,
  string,
];

test('a link for, or from, a person who is not on the list opens no console', async () => {
  for (const [email, link_from, status] of [
    [mira, mika, 303],
    [mira, null, 303],
    [ivan, null, 403],
    [ivan, mira, 403],
    [mira, ivan, 403],
  ] as const) {
    stub.asked.length = 0;
    opensAs({ email, link_from });
    const response = await useLink('cty_console_x');
    assert.equal(response.statusCode, status, `${email} by ${link_from}`);
    assert.equal('set-cookie' in response.headers, status === 303);
    const ended = stub.asked.some(({ url }) => url === '/api/v1/admin/operators/sessions/end');
    assert.equal(ended, status === 403);
  }
});

test('a session ends for good when its operator, or the one whose link it was, leaves the list or is locked', async () => {
  const visit = () => get('/console', inConsole);
  const session = { email: mira, by_link: true, link_from: null as string | null };
  for (const [state, status] of [
    [{ state: 'live', session }, 200],
    [{ state: 'live', session: { ...session, link_from: mika } }, 200],
    [{ state: 'live', session: { ...session, email: ivan } }, 303],
    [{ state: 'live', session: { ...session, link_from: ivan } }, 303],
    [{ state: 'locked', session: null }, 303],
  ] as const) {
    stub.asked.length = 0;
    stub.operatorCheckedAs(state);
    assert.equal((await visit()).statusCode, status, JSON.stringify(state));
    assert.equal(stub.asked.length, status === 200 ? 0 : 1);
    if (status === 303) assert.equal(stub.asked[0]!.url, '/api/v1/admin/operators/sessions/end');
  }
});

test('without a list, links of the admin secret alone open the console', async () => {
  await using alone = await pagesWithStub();
  for (const [session, status] of [
    [{ email: mira, by_link: true, link_from: null }, 303],
    [{ email: mira, by_link: true, link_from: mika }, 403],
    [{ email: mira, by_link: false, link_from: null }, 403],
  ] as const) {
    alone.answerWith((_, response) => response.end(JSON.stringify(session)));
    assert.equal((await useLink('cty_console_x', undefined, alone)).statusCode, status);
  }
});

test('the API hears which session of the console asks, and the audit log whose link opened it', async () => {
  stub.operatorCheckedAs({ state: 'live', session: { email: mira, by_link: true, link_from: mika } });
  const forged = { 'x-console-session': 'f'.repeat(64), 'x-ops-actor': 'somebody else' };
  await get('/console/api/api/v1/admin/operators/links', { ...inConsole, ...forged });
  const { headers } = stub.asked[0]!;
  assert.equal(headers['x-ops-actor'], `${mira} (link from ${mika})`);
  assert.match(String(headers['x-console-session']), /^(?!f{64})[0-9a-f]{64}$/);
});
