import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { LightMyRequestResponse as Response } from 'fastify';
import { identityProvider } from '#test/support/identity-provider.ts';
import { pagesWithStub } from '#test/support/stub-api.ts';
import { accountIdOf } from './open-session.ts';

const provider = await identityProvider();
const origin = 'https://people.example.com';
const stub = await pagesWithStub({
  PUBLIC_URL: origin,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'pages',
  OIDC_CLIENT_SECRET: 'secret-of-the-client',
  OIDC_NAME: 'Example Works',
  OPERATORS: 'mira@operators.example.com,mika@operators.example.com',
});
after(async () => {
  await stub[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  Object.assign(provider, { claims: {}, audience: 'pages', isForged: false });
  stub.asked.length = 0;
  stub.answerWith((_, response) => response.end('{}'));
});

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  stub.pages.server.inject({ method: 'GET', url, headers });
const cookiesOf = (response: Response) => [response.headers['set-cookie'] ?? []].flat();
const cookieNamed = (response: Response, name: string) =>
  cookiesOf(response).find((cookie) => cookie.startsWith(`__Host-contactry_${name}=`));

/** Starts a sign-in: the parameters for the provider, and the cookie that the browser keeps. */
async function begun(app = 'app', to = `/${app}/jobs?status=done`) {
  const response = await get(`/${app}/sign-in/start?${new URLSearchParams({ to })}`);
  assert.equal(response.statusCode, 303, response.body);
  const asked = new URL(String(response.headers.location));
  return { asked, flow: cookieNamed(response, 'flow')!.split(';')[0]! };
}

type Begun = Awaited<ReturnType<typeof begun>>;
/** The provider sends the browser back. `change` is what is wrong with the answer. */
function finished({ asked, flow }: Begun, change: Record<string, string> = {}, cookie = flow) {
  const { state, nonce } = Object.fromEntries(asked.searchParams);
  const answer = new URLSearchParams({ code: nonce!, state: state!, iss: provider.issuer, ...change });
  return get(`/app/sign-in/callback?${answer}`, { cookie });
}

const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1];

test('the provider is asked with PKCE, state and nonce, and the way back is kept', async () => {
  const { asked, flow } = await begun();
  const { searchParams } = asked;
  assert.equal(searchParams.get('redirect_uri'), `${origin}/app/sign-in/callback`);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  const response = await finished({ asked, flow });
  assert.deepEqual([response.statusCode, response.headers.location], [303, '/app/jobs?status=done']);
  assert.match(
    cookieNamed(response, 'app')!,
    /^__Host-contactry_app=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
  assert.match(cookieNamed(response, 'flow')!, /Max-Age=0/);
  assert.ok(provider.redeemed.at(-1)!.code_verifier);
  const body = JSON.parse(stub.asked[0]!.body);
  assert.deepEqual(
    [stub.asked[0]!.url, body.email, body.provider_user_id, body.name],
    ['/internal/sign-in/sessions', 'Asha@example.com', 'user-1', 'Asha Example'],
  );
  assert.ok(
    !cookieNamed(response, 'app')!.includes(body.token_hash),
    'the API gets the hash, and the browser the token',
  );
});

test('a browser keeps its own token over sign-ins, and the API gets its hash', async () => {
  const first = cookieNamed(await finished(await begun()), 'browser')!;
  assert.match(
    first,
    /^__Host-contactry_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
  );
  const [kept] = first.split(';');
  const start = await begun();
  const again = cookieNamed(await finished(start, {}, `${start.flow}; ${kept}`), 'browser')!;
  assert.equal(again.split(';')[0], kept);
  const [one, other] = stub.asked.map(({ body }) => JSON.parse(body));
  assert.match(one.browser_hash, /^[0-9a-f]{64}$/);
  assert.equal(one.browser_hash, other.browser_hash);
  assert.notEqual(one.browser_hash, one.token_hash);
});

test('a new person is vetted and registered under an id that follows from the sign-in', async () => {
  let isRegistered = false;
  stub.answerWith(({ url }, response) => {
    if (url === '/internal/identity/register') isRegistered = true;
    if (url === '/internal/identity/vet') return response.end('{"allowed":true,"code":null}');
    if (url === '/internal/sign-in/sessions' && !isRegistered) response.writeHead(404);
    response.end('{"code":"not_found"}');
  });
  assert.equal((await finished(await begun())).statusCode, 303);
  assert.deepEqual(
    stub.asked.map(({ url }) => url),
    [
      '/internal/sign-in/sessions',
      '/internal/identity/vet',
      '/internal/identity/register',
      '/internal/sign-in/sessions',
    ],
  );
  const { account_id, provider: name } = JSON.parse(stub.asked[2]!.body);
  assert.equal(account_id, accountIdOf(name, 'user-1'));
});

for (const [code, title] of [
  ['signups_closed', 'Sign-ups are closed'],
  ['try_again_later', 'Try again later'],
  ['account_exists', 'You already have an account'],
  ['signup_refused', 'You can’t sign up'],
] as const) {
  test(`a sign-up that is refused with ${code} says so, and registers no account`, async () => {
    stub.answerWith(({ url }, response) => {
      if (url === '/internal/identity/vet') return response.end(JSON.stringify({ allowed: false, code }));
      response.writeHead(404).end('{"code":"not_found"}');
    });
    const response = await finished(await begun());
    assert.equal(titleOf(response.body), title);
    assert.equal(cookieNamed(response, 'app'), undefined);
    assert.ok(stub.asked.every(({ url }) => url !== '/internal/identity/register'));
  });
}

test('an answer that isn’t to this sign-in opens no session, and leads to a new start', async () => {
  const wrong: [string, () => Promise<Response>][] = [
    ['another state', async () => finished(await begun(), { state: 'other' })],
    ['another issuer', async () => finished(await begun(), { iss: 'https://other.example' })],
    ['another nonce', async () => finished(await begun(), { code: 'other' })],
    ['another browser', async () => finished(await begun(), {}, '')],
    ['a cookie of nonsense', async () => finished(await begun(), {}, '__Host-contactry_flow=e30')],
    [
      'another issuer in the token',
      async () => {
        provider.claims = { iss: 'https://other.example' };
        return finished(await begun());
      },
    ],
    [
      'another audience',
      async () => {
        provider.claims = { azp: 'other' };
        provider.audience = 'other';
        return finished(await begun());
      },
    ],
    [
      'a token that has expired',
      async () => {
        provider.claims = { exp: 1 };
        return finished(await begun());
      },
    ],
    [
      'another key under the name of the published one',
      async () => {
        provider.isForged = true;
        return finished(await begun());
      },
    ],
  ];
  for (const [what, answer] of wrong) {
    Object.assign(provider, { claims: {}, audience: 'pages', isForged: false });
    const response = await answer();
    assert.deepEqual([response.statusCode, titleOf(response.body)], [400, 'That sign-in didn’t work'], what);
    assert.match(response.body, /Back to the sign-in/);
    assert.equal(cookieNamed(response, 'app'), undefined);
  }
  assert.equal(stub.asked.length, 0);
});

test('after a sign-out the provider asks which account to use, until the next sign-in', async () => {
  const promptAfter = async (cookie: string) => {
    const { headers } = await get('/app/sign-in/start', { cookie });
    return new URL(String(headers.location)).searchParams.get('prompt');
  };
  const out = await stub.pages.server.inject({
    method: 'POST',
    url: '/app/sign-out',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const choice = cookieNamed(out, 'choose')!.split(';')[0]!;
  assert.equal(await promptAfter(''), null);
  assert.equal(await promptAfter(choice), 'select_account');
  provider.metadata = { prompt_values_supported: ['none', 'login'] };
  await using alone = await pagesWithStub({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'pages' });
  const start = await alone.pages.server.inject({
    method: 'GET',
    url: '/app/sign-in/start',
    headers: { cookie: 'contactry_choose=1' },
  });
  assert.equal(new URL(String(start.headers.location)).searchParams.get('prompt'), 'login');
  assert.match(cookieNamed(await finished(await begun()), 'choose')!, /Max-Age=0/);
});

test('a refused sign-in can be tried again with another account', async () => {
  const refused = await finished(await begun('console'));
  assert.equal(titleOf(refused.body), 'You aren’t an operator');
  assert.match(cookieNamed(refused, 'choose')!, /choose=1;/);
});

test('a person who cancels reads so', async () => {
  const response = await finished(await begun(), { error: 'access_denied' });
  assert.deepEqual([response.statusCode, titleOf(response.body)], [403, 'You weren’t signed in']);
});

test('an email that the provider has not verified doesn’t count', async () => {
  for (const claims of [{ email_verified: false }, { email_verified: undefined }]) {
    provider.claims = claims;
    assert.equal(titleOf((await finished(await begun())).body), 'Your email isn’t verified');
  }
  provider.claims = { email: undefined };
  assert.equal(titleOf((await finished(await begun())).body), 'We need your email');
  assert.equal(stub.asked.length, 0);
});

test('only those on the list come into the console by the provider', async () => {
  assert.equal(titleOf((await finished(await begun('console'))).body), 'You aren’t an operator');
  assert.equal(stub.asked.length, 0);
  provider.claims = { email: 'Mira@operators.example.com' };
  const session = { email: 'mira@operators.example.com', by_link: false, link_from: null };
  stub.answerWith((_, response) => response.end(JSON.stringify(session)));
  const response = await finished(await begun('console'));
  assert.deepEqual([response.statusCode, response.headers.location], [303, '/console/jobs?status=done']);
  assert.deepEqual(JSON.parse(stub.asked[0]!.body).email, 'mira@operators.example.com');
  assert.equal(stub.asked[0]!.headers['x-ops-actor'], 'mira@operators.example.com');
});

test('no visitor is led to another site', async () => {
  for (const to of [
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example',
    '/app/../console',
    'javascript:1',
    '/app/api/x',
    '/app/sign-in/start',
    '/apple',
  ]) {
    const response = await finished(await begun('app', to));
    assert.equal(response.headers.location, '/app', to);
  }
});

test('a provider that can’t be reached is a page with a way to try again', async () => {
  await using alone = await pagesWithStub({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x' });
  const response = await alone.pages.server.inject({ method: 'GET', url: '/app/sign-in/start' });
  assert.equal(response.statusCode, 502);
  assert.match(response.body, /Try again/);
});

test('the development sign-in is not there beside a provider, in production or for other machines', async () => {
  const path = '/app/sign-in/development/.well-known/openid-configuration';
  assert.notEqual((await get(path)).statusCode, 200);
  for (const [name, value] of [
    ['NODE_ENV', 'production'],
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', origin],
    ['TRUSTED_PROXIES', '127.0.0.1'],
  ] as const) {
    await using alone = await pagesWithStub({ [name]: value });
    const { server } = alone.pages;
    assert.notEqual((await server.inject({ method: 'GET', url: path })).statusCode, 200);
    const page = await server.inject({ method: 'GET', url: '/app/sign-in' });
    assert.match(page.body, /Sign-in isn’t set up yet/);
  }
});

test('the development sign-in is closed through a proxy or by a foreign name', async () => {
  await using alone = await pagesWithStub();
  const { server } = alone.pages;
  await server.listen({ host: '127.0.0.1', port: 0 });
  const statusFor = async (headers: Record<string, string>) => {
    const start = await server.inject({ method: 'GET', url: '/app/sign-in/start', headers });
    const { pathname, search } = new URL(String(start.headers.location));
    return (await server.inject({ method: 'GET', url: pathname + search, headers })).statusCode;
  };
  assert.equal(await statusFor({ host: 'localhost:8080' }), 200);
  assert.equal(await statusFor({ host: 'evil.example' }), 404);
  assert.equal(await statusFor({ 'x-forwarded-for': '203.0.113.9' }), 404);
});

test('an address that only looks like an operator’s opens no console', async () => {
  // The Kelvin sign is a plain k in lower case.
  provider.claims = { email: 'mi\u212Aa@operators.example.com' };
  assert.equal(titleOf((await finished(await begun('console'))).body), 'You aren’t an operator');
});

test('a name with characters that nothing can store doesn’t keep a person out', async () => {
  provider.claims = { name: `${'x'.repeat(198)}\0😀` };
  assert.equal((await finished(await begun())).statusCode, 303);
  assert.equal(JSON.parse(stub.asked[0]!.body).name, `${'x'.repeat(198)}\uFFFD`);
});
