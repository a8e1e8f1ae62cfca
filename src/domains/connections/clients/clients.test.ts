import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { documentsAt } from '#test/support/agent-documents.ts';
import { agentCustomer } from '#test/support/agents.ts';
import {
  authorizationRequest,
  connectAgent,
  newPkce,
  onPages,
  redirectUri,
  registerAgent,
} from '#test/support/connections.ts';
import { whileStatementsFail } from '#test/support/failing-database.ts';
import { type TestService, testService } from '#test/support/service.ts';

const host = 'https://agents.example.org';
const good = (name: string, others: object = {}) => ({
  body: {
    ...{ client_id: `${host}/${name}.json`, client_name: 'Example agent', redirect_uris: [redirectUri] },
    ...others,
  },
});
const { network, asked } = documentsAt({
  [`${host}/client.json`]: good('client'),
  [`${host}/other.json`]: good('client'),
  [`${host}/huge.json`]: good('huge', { padding: 'x'.repeat(20_000) }),
  [`${host}/html.json`]: { body: '<html>', headers: { 'content-type': 'text/html' } },
  [`${host}/broken.json`]: { body: '{"client_id":' },
  [`${host}/list.json`]: { body: '[]' },
  [`${host}/moved.json`]: { status: 302, headers: { location: `${host}/client.json` } },
  [`${host}/gone.json`]: { status: 404, body: {} },
  [`${host}/signing.json`]: good('signing', { token_endpoint_auth_method: 'private_key_jwt' }),
  [`${host}/secret.json`]: good('secret', { client_secret: 'of-everyone' }),
  [`${host}/script.json`]: good('script', { redirect_uris: ['javascript:alert(1)'] }),
});

let service: TestService;
let accountId: string;
let nowMs = Date.now();
before(async () => {
  service = await testService({ clock: { now: () => new Date(nowMs) }, outgoing: { network } });
  ({ accountId } = await agentCustomer(service));
});
after(() => service?.[Symbol.asyncDispose]());

const consentTo = (clientId: string, changes: object = {}) =>
  onPages(service, 'POST', `/internal/connections/${accountId}/requests`, {
    ...authorizationRequest(clientId, newPkce().challenge),
    ...changes,
  });

test('a document is fetched once in five minutes, and its host vouches for the name', async () => {
  const first = await consentTo(`${host}/client.json`);
  assert.deepEqual(first.agent, { name: 'Example agent', host: 'agents.example.org', sends_to: null });
  await consentTo(`${host}/client.json`);
  assert.equal(asked.length, 1);
  nowMs += 5 * minuteMs;
  await consentTo(`${host}/client.json`);
  assert.equal(asked.length, 2);
});

for (const name of 'other huge html broken list moved gone signing secret script none'.split(' ')) {
  test(`a document that is ${name} is refused, and no page leads away`, async () => {
    const consent = await consentTo(`${host}/${name}.json`);
    assert.deepEqual([consent.outcome, consent.return_url], ['refused', null], JSON.stringify(consent));
  });
}

for (const address of [
  'http://agents.example.org/client.json',
  'https://127.0.0.1/client.json',
  'https://localhost/client.json',
  'https://[::1]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/client.json',
  'https://agents.internal/client.json',
  'https://agents.example.org:8443/client.json',
  'https://agents.example.org/',
  'https://user@agents.example.org/client.json',
  'https://agents.example.org/client.json#part',
  'https://agents.example.org/a/../client.json',
  'https://AGENTS.example.org/client.json',
]) {
  test(`the service doesn’t fetch ${address}`, async () => {
    const before = asked.length;
    assert.equal((await consentTo(address)).outcome, 'refused');
    assert.equal(asked.length, before);
  });
}

test('a stranger can’t make the service fetch: only a person who signed in is asked', async () => {
  const before = asked.length;
  const query = new URLSearchParams(authorizationRequest(`${host}/client.json`, newPkce().challenge));
  await service.request('GET', `/app/connect/agent?${query}`);
  await service.request('GET', `/authorize?${query}`);
  const body = {
    grant_type: 'authorization_code',
    client_id: `${host}/client.json`,
    code: 'x',
    code_verifier: 'x',
  };
  await service.request('POST', '/api/v1/oauth/tokens', { body });
  assert.equal(asked.length, before);
});

const register = (redirect_uris: unknown, others: object = {}) =>
  service.request('POST', '/api/v1/oauth/registration', { body: { redirect_uris, ...others } });

for (const uri of [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://agents.example/x',
  'about:blank',
  'ms-settings:x',
  'mailto:asha@example.com',
  'http://agents.example/callback',
  'http://127.0.0.1.agents.example/callback',
  'http://localhost.agents.example/callback',
  'http://user@127.0.0.1/callback',
  'https://user:secret@agents.example/callback',
  'https://agents.example/callback#part',
  'https://agents.example\\@attacker.example/callback',
  'https://agents.example/call back',
  'https://agents.example/\ncallback',
  '//agents.example/callback',
  '/callback',
  '',
  `https://agents.example/${'x'.repeat(1_000)}`,
]) {
  test(`no client registers ${JSON.stringify(uri.slice(0, 60))}`, async () => {
    const response = await register([uri]);
    assert.deepEqual(
      [response.statusCode, response.json().error],
      [400, 'invalid_redirect_uri'],
      response.body,
    );
  });
}

for (const [registered, wanted, isAllowed] of [
  ['http://127.0.0.1/callback', 'http://127.0.0.1:52163/callback', true],
  ['http://127.0.0.1:3334/callback', 'http://localhost:9/callback', true],
  ['http://[::1]/callback', 'http://[::1]:9/callback', true],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:52163/callback/more', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:52163/callback?more', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:9@attacker.example/callback', false],
  ['http://127.0.0.1/callback', 'https://127.0.0.1/callback', false],
  ['https://agents.example/callback', 'https://agents.example:8443/callback', false],
  ['https://agents.example/callback', 'https://agents.example/callback/', false],
  ['https://agents.example/callback', 'https://agents.example/Callback', false],
  ['https://agents.example/callback', 'https://agents.example/x/../callback', false],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://attacker/oauth/callback', false],
  ['com.example.app:/callback', 'com.example.app:/callback', true],
] as const) {
  test(`a client of ${registered} ${isAllowed ? 'may' : 'may not'} be answered at ${wanted}`, async () => {
    const clientId = await registerAgent(service, { client_name: 'Example', redirect_uris: [registered] });
    const consent = await consentTo(clientId, { redirect_uri: wanted });
    assert.equal(consent.outcome, isAllowed ? 'ask' : 'refused', JSON.stringify(consent));
  });
}

for (const [words, changes, error] of [
  ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['without a method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
  ['with a short challenge', { code_challenge: 'short' }, 'invalid_request'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['for scopes that don’t exist', { scope: 'admin' }, 'invalid_scope'],
] as const) {
  test(`a request ${words} is faulty: the agent learns of ${error}, by a click`, async () => {
    const consent = await consentTo(await registerAgent(service), changes);
    assert.equal(consent.outcome, 'faulty');
    assert.equal(new URL(consent.return_url).searchParams.get('error'), error);
    const agreed = await service.internal('POST', `/internal/connections/${accountId}`, {
      ...authorizationRequest(await registerAgent(service), newPkce().challenge),
      ...changes,
    });
    assert.equal(agreed.json().code, 'agent_request_refused');
  });
}

test('an id that was changed, cut off or spelled otherwise names no client', async () => {
  const id = await registerAgent(service);
  const [payload, mac] = id.slice('cty_client_'.length).split('.') as [string, string];
  const others = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const evil = Buffer.from(JSON.stringify({ ...others, r: ['https://attacker.example/'] })).toString(
    'base64url',
  );
  for (const wrong of [`cty_client_${evil}.${mac}`, id.slice(0, -1), `${id}=`, `${id}.x`, 'cty_client_', 'x'])
    assert.equal((await consentTo(wrong)).outcome, 'refused', wrong);
});

test('a thousand registrations write nothing: they need no database at all', async () => {
  const ids = await whileStatementsFail('57P03', async () => {
    const answers = new Set<string>();
    for (let at = 0; at < 1_000; at += 1) {
      const response = await register([redirectUri], { client_name: `Agent ${at}` });
      answers.add(response.json().client_id);
    }
    return answers;
  });
  assert.equal(ids.size, 1_000);
});

test('a registration is accepted for 90 days, and longer while it is connected', async () => {
  const unused = await registerAgent(service);
  const used = await registerAgent(service, { client_name: 'Used', redirect_uris: [redirectUri] });
  nowMs += 90 * dayMs - 1_000;
  assert.equal((await consentTo(unused)).outcome, 'ask');
  await connectAgent(service, accountId, { clientId: used });
  nowMs += 2_000;
  assert.equal((await consentTo(unused)).outcome, 'refused');
  assert.equal((await consentTo(used)).outcome, 'ask');
});

test('a name is shown on one line, without characters that hide or reorder others', async () => {
  const client_name = `Claude\u202e\u200b\n${'x'.repeat(200)}`;
  const consent = await consentTo(
    await registerAgent(service, { client_name, redirect_uris: [redirectUri] }),
  );
  assert.equal(consent.agent.name, `Claude${'x'.repeat(94)}`);
});
