import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentCustomer, callTool, sendMessage } from '../support/agents.ts';
import { asOperator, booksOf, customer, find, importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await testService({
    environment: {
      PUBLIC_URL: 'https://contacts.example.com',
      MCP_ALLOWED_ORIGINS: 'https://agents.example',
    },
  });
  await importRows(
    service,
    'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\ngithub.com/ravi-example,ravi@ravi.example.com\n',
  );
});
after(() => service?.[Symbol.asyncDispose]());

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const asha = { profile_url: 'github.com/asha-example' };

test('without a key the answer names the document that says how to authorise, and no error', async () => {
  const response = await sendMessage(service, null, listTools);
  assert.equal(response.statusCode, 401);
  assert.equal(
    response.headers['www-authenticate'],
    'Bearer realm="mcp", resource_metadata="https://contacts.example.com/.well-known/oauth-protected-resource/mcp", scope="lookup jobs usage"',
  );
  const wrong = await sendMessage(service, 'cty_live_wrong', listTools);
  assert.match(String(wrong.headers['www-authenticate']), /, error="invalid_token"/);
});

test('GET is 405 before any credential is asked for, and DELETE is accepted', async () => {
  const stream = await service.request('GET', '/mcp', { headers: { accept: 'text/event-stream' } });
  assert.equal(stream.statusCode, 405);
  assert.equal(stream.headers.allow, 'POST, DELETE');
  assert.equal(stream.headers['www-authenticate'], undefined);
  const left = await service.request('DELETE', '/mcp', { headers: { 'mcp-session-id': 'any' } });
  assert.equal(left.statusCode, 200);
});

test('each document of protected resources names its own resource, and this service as its authorization server', async () => {
  for (const [path, resource] of [
    ['/.well-known/oauth-protected-resource', 'https://contacts.example.com'],
    ['/.well-known/oauth-protected-resource/mcp', 'https://contacts.example.com/mcp'],
  ] as const) {
    const response = await service.request('GET', path);
    assert.equal(response.json().resource, resource);
    assert.deepEqual(response.json().authorization_servers, ['https://contacts.example.com']);
    assert.equal(response.headers['access-control-allow-origin'], '*');
    // A request with a key gets another answer.
    assert.equal(response.headers['cache-control'], 'no-store');
  }
});

test('the manifest is a server card with the address, the revisions and the header', async () => {
  const card = (await service.request('GET', '/.well-known/mcp.json')).json();
  assert.equal(card.name, 'com.example.contacts/contactry');
  const [remote] = card.remotes;
  assert.equal(remote.url, 'https://contacts.example.com/mcp');
  assert.deepEqual(remote.supportedProtocolVersions.slice(0, 2), ['2026-07-28', '2025-11-25']);
  assert.equal(remote.headers[0].value, 'Bearer {api_key}');
});

for (const [origin, status] of [
  ['https://contacts.example.com', 200],
  ['https://agents.example', 200],
  ['https://pages.example', 403],
  ['http://localhost:3000', 403],
  ['null', 403],
] as const) {
  test(`a page of ${origin} gets ${status}`, async () => {
    const { key } = await agentCustomer(service);
    assert.equal((await sendMessage(service, key, listTools, { origin })).statusCode, status);
  });
}

test('a lookup by an agent costs the same, counts under its own surface, and can be fetched over REST', async () => {
  const agent = await agentCustomer(service);
  const found = await callTool(service, agent.key, 'find_contact', asha);
  assert.deepEqual(found.structuredContent!.credits, {
    charged: 1,
    remaining: 9,
    reason: 'completed_lookup',
  });
  assert.equal((await booksOf(service, agent.accountId)).balance, 9);
  const id = String(found.structuredContent!.id);
  const overRest = await service.withKey(agent.key, 'GET', `/api/v1/find/${id}`);
  assert.deepEqual(overRest.json(), found.structuredContent);
  const again = await callTool(service, agent.key, 'get_lookup', { lookup_id: id });
  assert.deepEqual(again.structuredContent, found.structuredContent);

  await find(service, agent, 'github.com/ravi-example');
  for (const [surface, events] of [
    ['mcp', 1],
    ['api', 1],
    ['extension', 0],
    ['', 2],
  ] as const) {
    const usage = await service.withKey(agent.key, 'GET', `/api/v1/usage?opened_from=${surface}`);
    assert.equal(usage.json().events.length, events);
    assert.equal(usage.json().summary.requests, events);
  }
});

test('agents of both eras that choose the same id at the same time each get their own answer', async () => {
  const modern = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'get_balance',
  };
  const callers = await Promise.all(
    [1, 2, 3, 4].map(async (credits) => ({ credits, ...(await agentCustomer(service, { credits })) })),
  );
  const answers = await Promise.all(
    callers.map(({ key, credits }) => {
      const isModern = credits % 2 === 0;
      const params = { name: 'get_balance', arguments: {}, ...(isModern && { _meta: modern }) };
      const message = { jsonrpc: '2.0', id: 'same', method: 'tools/call', params };
      return sendMessage(service, key, message, isModern ? headers : {});
    }),
  );
  assert.deepEqual(
    answers.map((answer) => [answer.json().id, answer.json().result?.structuredContent.balance]),
    callers.map(({ credits }) => ['same', credits]),
  );
});

test('a repeat with the same idempotency key is free, over REST too, and another request under it is refused', async () => {
  const agent = await agentCustomer(service);
  const call = { ...asha, idempotency_key: 'once' };
  const first = await callTool(service, agent.key, 'find_contact', call);
  const second = await callTool(service, agent.key, 'find_contact', call);
  assert.deepEqual(second, first);
  const overRest = await find(service, agent, asha.profile_url, { 'idempotency-key': 'once' });
  assert.equal(overRest.headers['idempotency-replayed'], 'true');
  assert.equal((await booksOf(service, agent.accountId)).balance, 9);
  const other = await callTool(service, agent.key, 'find_contact', {
    profile_url: 'github.com/ravi-example',
    idempotency_key: 'once',
  });
  assert.equal(other.isError, true);
  assert.match(other.content[0]!.text, /"code":"idempotency_conflict"/);
  for (const idempotency_key of ['', 7]) {
    const wrong = await callTool(service, agent.key, 'find_contact', { ...asha, idempotency_key });
    assert.match(wrong.content[0]!.text, /- idempotency_key: /);
  }
});

test('a refusal of the operation is a tool error with the sentence, the remedy and the code', async () => {
  const { key } = await agentCustomer(service, { credits: 1 });
  await callTool(service, key, 'find_contact', asha);
  const poor = await callTool(service, key, 'find_contact', asha);
  assert.equal(poor.isError, true);
  assert.match(
    poor.content[0]!.text,
    /Buy credits.*\n\{"code":"insufficient_credits","balance":0,"required":1,"offers":\[\{.*"checkout_url":".*\}\],/,
  );
  assert.equal(poor.structuredContent, undefined);
  const company = await callTool(service, key, 'find_contact', {
    profile_url: 'https://www.linkedin.com/company/example-works',
  });
  assert.match(company.content[0]!.text, /"code":"invalid_profile_url","reason":/);
});

test('agents are refused by the decision that the dashboard shows, while REST still works', async () => {
  const { accountId, key } = await customer(service);
  const decided = (await service.internal('GET', `/internal/billing/mcp-status/${accountId}`)).json();
  assert.equal(decided.code, 'mcp_unavailable');
  const refused = await callTool(service, key, 'find_contact', asha);
  assert.deepEqual(refused, { isError: true, content: [{ type: 'text', text: decided.message }] });
  assert.equal((await find(service, { key }, asha.profile_url)).statusCode, 200);
});

test('a test key answers agents from the fictional directory, and spends nothing', async () => {
  const { accountId } = await agentCustomer(service);
  const { key } = await customer(service, 0, { account_id: accountId, mode: 'test' });
  const found = await callTool(service, key, 'find_contact', { profile_url: 'linkedin.com/in/asha-example' });
  assert.equal(found.structuredContent!.status, 'completed');
  assert.deepEqual(found.structuredContent!.credits, { charged: 0, remaining: 10, reason: 'test_key' });
});

test('each message counts towards the limit of the key, and the excess is 429', async () => {
  const { key } = await agentCustomer(service, { rate_limit_per_min: 2 });
  const first = await sendMessage(service, key, listTools);
  assert.equal(first.headers['ratelimit-policy'], '"key";q=2;w=60');
  await find(service, { key }, asha.profile_url);
  const excess = await sendMessage(service, key, listTools);
  assert.equal(excess.statusCode, 429);
  assert.ok(Number(excess.headers['retry-after']) > 0);
  assert.match(
    excess.json().detail,
    new RegExp(`More than 2 requests .* Wait ${excess.headers['retry-after']} seconds`),
  );
});

test('a key that is bound to addresses, or locked, is refused before the message is read', async () => {
  const bound = await agentCustomer(service, { allowed_ips: '203.0.113.0/24' });
  assert.equal((await sendMessage(service, bound.key, 'not json')).json().code, 'ip_not_allowed');
  const locked = await agentCustomer(service);
  const lock = { subject_type: 'account', subject: locked.accountId };
  await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
  assert.equal((await sendMessage(service, locked.key, 'not json')).json().code, 'account_locked');
});

test('an agent runs a bulk lookup: tries it, starts it, lists it, reads it page by page and cancels it', async () => {
  const { key } = await agentCustomer(service);
  const profiles = [
    asha,
    { profile_url: 'github.com/ravi-example' },
    { profile_url: 'https://pages.example/' },
  ];
  const tried = await callTool(service, key, 'create_lookup_job', { profiles, dry_run: true });
  assert.deepEqual([tried.structuredContent!.id, tried.structuredContent!.status], [null, 'dry_run']);
  const named = { profiles, name: 'Spring list', idempotency_key: 'job' };
  const started = await callTool(service, key, 'create_lookup_job', named);
  const { id: job_id, opened_from, refused } = started.structuredContent as Record<string, unknown>;
  assert.deepEqual([opened_from, (refused as unknown[]).length], ['mcp', 1]);
  assert.deepEqual(
    (await callTool(service, key, 'create_lookup_job', named)).structuredContent,
    started.structuredContent,
  );
  const listed = await callTool(service, key, 'list_lookup_jobs', { opened_from: 'mcp' });
  assert.equal((listed.structuredContent!.items as unknown[]).length, 1);
  const page = await callTool(service, key, 'get_lookup_job_results', { job_id, limit: 2 });
  assert.equal((page.structuredContent!.items as unknown[]).length, 2);
  const rest = await callTool(service, key, 'get_lookup_job_results', {
    job_id,
    cursor: page.structuredContent!.next_cursor,
  });
  assert.deepEqual(
    [(rest.structuredContent!.items as unknown[]).length, rest.structuredContent!.next_cursor],
    [1, null],
  );
  const cancelled = await callTool(service, key, 'cancel_lookup_job', { job_id });
  assert.equal(cancelled.structuredContent!.status, 'cancelled');
  const stranger = await agentCustomer(service);
  const foreign = await callTool(service, stranger.key, 'get_lookup_job', { job_id });
  assert.match(foreign.content[0]!.text, /"code":"not_found"/);
});
