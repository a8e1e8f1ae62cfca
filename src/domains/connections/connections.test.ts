import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hourMs, minuteMs } from '#core/clock.ts';
import { agentCustomer, callTool, sendMessage } from '#test/support/agents.ts';
import {
  approve,
  askTokens,
  authorizationRequest,
  connectAgent,
  newPkce,
  onPages,
  redirectUri,
  registerAgent,
  renewTokens,
} from '#test/support/connections.ts';
import { booksOf, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
before(async () => {
  service = await testService({ clock, environment: { PUBLIC_URL: 'https://contacts.example.com' } });
  const people = Array.from(
    { length: 30 },
    (_, at) => `github.com/person-${at}-example,p${at}@p.example.com`,
  );
  await importRows(service, `profile_url,email\n${people.join('\n')}\n`);
});
after(() => service?.[Symbol.asyncDispose]());

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const ask = (token: string, name: string, given: object = {}) =>
  sendMessage(service, token, { ...call, params: { name, arguments: given } });
const person = (at: number) => ({ profile_url: `github.com/person-${at}-example` });

/** A code that a person of a new account has agreed to. */
async function newCode(others: object = {}) {
  const { accountId } = await agentCustomer(service);
  const clientId = await registerAgent(service);
  const { verifier, challenge } = newPkce();
  const answer = await approve(service, accountId, {
    ...authorizationRequest(clientId, challenge),
    ...others,
  });
  const form = {
    ...{ grant_type: 'authorization_code', client_id: clientId, code: answer.get('code')! },
    ...{ code_verifier: verifier, redirect_uri: redirectUri },
  };
  return { accountId, clientId, answer, form };
}

test('an agent registers, a person agrees, and its token opens the tools that were allowed', async () => {
  const { accountId, clientId, answer, form } = await newCode({ scopes: ['lookup', 'usage'] });
  assert.equal(answer.get('state'), 'state-of-the-agent');
  assert.equal(answer.get('iss'), 'https://contacts.example.com');
  const response = await askTokens(service, form);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  const tokens = response.json();
  assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ['Bearer', 3600, 'lookup usage']);
  const found = await callTool(service, tokens.access_token, 'find_contact', person(0));
  assert.equal(found.structuredContent!.status, 'completed');
  assert.equal((await booksOf(service, accountId)).balance, 9);
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  assert.deepEqual(
    items.map(({ name, host, sends_to, status, budget }: Record<string, unknown>) => ({
      ...{ name, host, sends_to, status, budget },
    })),
    [{ name: 'Example agent', host: null, sends_to: null, status: 'active', budget: null }],
  );
  assert.match(clientId, /^cty_client_/);
});

test('a tool beyond the scopes is 403, and the challenge names what it needs', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId, { scopes: ['usage'] });
  const refused = await ask(agent.access_token, 'find_contact', person(1));
  assert.equal(refused.statusCode, 403);
  assert.equal(refused.json().code, 'insufficient_scope');
  const challenge = String(refused.headers['www-authenticate']);
  assert.match(challenge, /error="insufficient_scope"/);
  assert.match(challenge, /scope="usage lookup"/);
  assert.match(challenge, /resource_metadata="https:\/\/contacts\.example\.com\//);
  assert.equal((await ask(agent.access_token, 'get_balance')).json().result.isError, undefined);
  const listed = await sendMessage(service, agent.access_token, { ...call, method: 'tools/list' });
  assert.equal(listed.statusCode, 200);
});

test('a token opens nothing but /mcp', async () => {
  const { accountId } = await agentCustomer(service);
  const { access_token, refresh_token } = await connectAgent(service, accountId);
  for (const text of [access_token, refresh_token]) {
    const response = await service.withKey(text, 'GET', '/api/v1/balance');
    assert.ok(response.statusCode === 401 || response.statusCode === 404);
    const found = await service.withKey(text, 'POST', '/api/v1/find', person(2));
    assert.equal(found.statusCode, 401);
  }
  assert.equal((await ask(refresh_token, 'get_balance')).statusCode, 401);
});

test('without a credential the challenge names the scopes, and with a wrong key it leads to no sign-in', async () => {
  const none = await sendMessage(service, null, { ...call, method: 'tools/list' });
  assert.match(String(none.headers['www-authenticate']), /resource_metadata=.*scope="lookup jobs usage"$/);
  const wrong = await sendMessage(service, 'cty_live_wrong', { ...call, method: 'tools/list' });
  assert.equal(
    wrong.headers['www-authenticate'],
    'Bearer realm="mcp", error="invalid_token", error_description="The API key is not valid, expired or banned"',
  );
  const old = await sendMessage(service, 'cty_agent_wrong', { ...call, method: 'tools/list' });
  assert.equal(old.json().code, 'agent_token_invalid');
  assert.match(String(old.headers['www-authenticate']), /resource_metadata=.*error="invalid_token"/);
});

test('the documents name the sign-in, but not to a host that brings an API key', async () => {
  const { key } = await agentCustomer(service);
  const read = (path: string, headers: Record<string, string> = {}) =>
    service.request('GET', path, { headers });
  const server = '/.well-known/oauth-authorization-server';
  const described = (await read(server)).json();
  assert.equal(described.issuer, 'https://contacts.example.com');
  assert.deepEqual(described.code_challenge_methods_supported, ['S256']);
  for (const path of ['', '/mcp']) {
    const document = (await read(`/.well-known/oauth-protected-resource${path}`)).json();
    assert.deepEqual(document.authorization_servers, ['https://contacts.example.com']);
    assert.deepEqual(document.scopes_supported, ['lookup', 'jobs', 'usage']);
    const withKey = await read(`/.well-known/oauth-protected-resource${path}`, {
      authorization: `Bearer ${key}`,
    });
    assert.equal('authorization_servers' in withKey.json(), false);
  }
  assert.equal((await read(server, { authorization: `Bearer ${key}` })).statusCode, 404);
});

test('every website may read the documents and ask for tokens, without cookies', async () => {
  const preflight = await service.app.server.inject({
    method: 'OPTIONS',
    url: '/api/v1/oauth/registration',
    headers: {
      origin: 'https://inspector.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, mcp-protocol-version',
    },
  });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(
    String(preflight.headers['access-control-allow-headers']),
    /MCP-Protocol-Version.*Content-Type/,
  );
  const read = await service.request('GET', '/.well-known/oauth-authorization-server', {
    headers: { origin: 'https://inspector.example' },
  });
  assert.equal(read.headers['access-control-allow-origin'], '*');
  assert.equal(read.headers['access-control-allow-credentials'], undefined);
});

test('a code works once, and its second use ends the connection of the first', async () => {
  const { accountId, form } = await newCode();
  const tokens = (await askTokens(service, form)).json();
  assert.equal((await ask(tokens.access_token, 'get_balance')).statusCode, 200);
  const again = await askTokens(service, form);
  assert.deepEqual([again.statusCode, again.json().error], [400, 'invalid_grant']);
  assert.equal((await ask(tokens.access_token, 'get_balance')).statusCode, 401);
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  assert.equal(items[0].status, 'code_reused');
});

test('a code that is sent twice at once makes at most one connection, which ends', async () => {
  const { accountId, form } = await newCode();
  const answers = await Promise.all([askTokens(service, form), askTokens(service, form)]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 400]);
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  assert.deepEqual(
    items.map(({ status }: { status: string }) => status),
    ['code_reused'],
  );
});

for (const [words, wrong] of [
  ['another verifier', { code_verifier: newPkce().verifier }],
  ['another client', { client_id: 'https://agents.example.com/client.json' }],
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/callback' }],
] as const) {
  test(`a code with ${words} is refused, and used up`, async () => {
    const { accountId, form } = await newCode();
    const refused = await askTokens(service, { ...form, ...wrong });
    assert.deepEqual([refused.statusCode, refused.json().error], [400, 'invalid_grant']);
    assert.equal((await askTokens(service, form)).json().error, 'invalid_grant');
    const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
    assert.deepEqual(items, []);
  });
}

test('a code is good for a minute, to the millisecond', async () => {
  const early = await newCode();
  const late = await newCode();
  nowMs += minuteMs - 1;
  assert.equal((await askTokens(service, early.form)).statusCode, 200);
  nowMs += 1;
  assert.equal((await askTokens(service, late.form)).json().error, 'invalid_grant');
});

test('an access token is good for an hour, and a refresh token gives the next pair', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  nowMs += hourMs;
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 401);
  const renewed = await renewTokens(service, agent);
  assert.equal(renewed.statusCode, 200, renewed.body);
  assert.equal((await ask(renewed.json().access_token, 'get_balance')).statusCode, 200);
});

test('two refreshes at once get the same pair, and a reuse after a minute ends the connection', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  const [one, other] = await Promise.all([renewTokens(service, agent), renewTokens(service, agent)]);
  assert.equal(one.statusCode, 200, one.body);
  assert.deepEqual(one.json(), other.json());
  nowMs += minuteMs - 1;
  assert.equal((await renewTokens(service, agent)).statusCode, 200);
  nowMs += minuteMs;
  const reused = await renewTokens(service, agent);
  assert.deepEqual([reused.statusCode, reused.json().error], [400, 'invalid_grant']);
  assert.equal((await ask(one.json().access_token, 'get_balance')).statusCode, 401);
  const next = { clientId: agent.clientId, refresh_token: one.json().refresh_token };
  assert.equal((await renewTokens(service, next)).json().error, 'invalid_grant');
});

test('a refresh for another client, or for more scopes, is refused and changes nothing', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId, { scopes: ['usage'] });
  const other = await renewTokens(service, { ...agent, clientId: 'https://agents.example.com/client.json' });
  assert.equal(other.json().error, 'invalid_grant');
  const more = await askTokens(service, {
    ...{ grant_type: 'refresh_token', client_id: agent.clientId, refresh_token: agent.refresh_token },
    scope: 'usage jobs',
  });
  assert.equal(more.json().error, 'invalid_scope');
  assert.equal((await renewTokens(service, agent)).statusCode, 200);
});
