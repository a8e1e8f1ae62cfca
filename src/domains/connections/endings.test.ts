import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { agentCustomer, sendMessage } from '#test/support/agents.ts';
import {
  authorizationRequest,
  connectAgent,
  newPkce,
  onPages,
  redirectUri,
  registerAgent,
  renewTokens,
} from '#test/support/connections.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, lockAccountOf } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { forgetConnections } from './forget-connections.ts';

let service: TestService;
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
before(async () => {
  service = await testService({ clock, environment: { PUBLIC_URL: 'https://contacts.example.com' } });
});
after(() => service?.[Symbol.asyncDispose]());

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const ask = (token: string, name: string, given: object = {}) =>
  sendMessage(service, token, { ...call, params: { name, arguments: given } });

test('revoking a token ends the connection, and an unknown token is 200 too', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  const revoke = (token: string) =>
    service.request('POST', '/api/v1/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, client_id: agent.clientId }).toString(),
    });
  assert.equal((await revoke('cty_renew_unknown')).statusCode, 200);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 200);
  assert.equal((await revoke(agent.refresh_token)).statusCode, 200);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 401);
  assert.equal((await renewTokens(service, agent)).json().error, 'invalid_grant');
});

test('a lock stops a connection at once, and a lock that was lifted has ended it', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  nowMs += 1;
  await lockAccountOf(service, accountId);
  const locked = await ask(agent.access_token, 'get_balance');
  assert.deepEqual([locked.statusCode, locked.json().code], [403, 'account_locked']);
  assert.equal((await renewTokens(service, agent)).json().error, 'invalid_grant');
  const clientId = await registerAgent(service);
  const { challenge } = newPkce();
  const refused = await service.internal('POST', `/internal/connections/${accountId}`, {
    ...authorizationRequest(clientId, challenge),
  });
  assert.equal(refused.json().code, 'account_locked');
  const lifted = { subject_type: 'account', subject: accountId, reason: 'a test' };
  await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lifted);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 401);
  assert.equal((await renewTokens(service, agent)).json().error, 'invalid_grant');
});

test('agents that may not act for the account are refused at the call, as with a key', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  const result = async () => (await ask(agent.access_token, 'get_balance')).json().result;
  assert.equal((await result()).isError, undefined);
  const switched = { account_id: accountId, mcp: false, reason: 'a test' };
  await asOperator(service, 'PATCH', '/api/v1/admin/account-features', switched);
  assert.equal((await result()).isError, true);
});

test('a connection that is ended on the pages or by an operator is refused at once, and can’t be limited', async () => {
  for (const isOperator of [false, true]) {
    const { accountId } = await agentCustomer(service);
    const { id, access_token } = await connectAgent(service, accountId, { credits_per_day: 5 });
    assert.equal((await ask(access_token, 'get_balance')).statusCode, 200);
    const ended = isOperator
      ? await asOperator(service, 'POST', `/api/v1/admin/connections/${id}/revocation`, { reason: 'a test' })
      : await onPages(service, 'POST', `/internal/connections/${accountId}/${id}/revocation`);
    assert.deepEqual([ended.status, ended.budget], ['revoked', null]);
    assert.equal((await ask(access_token, 'get_balance')).statusCode, 401);
    const limited = await service.internal('POST', `/internal/connections/${accountId}/${id}/budget`, {
      credits_per_day: 5,
    });
    assert.equal(limited.json().code, 'connection_ended');
  }
});

test('keys that an account is shown, replaces or revokes are never those of connections', async () => {
  const { accountId, keyId } = await agentCustomer(service);
  const { id, access_token } = await connectAgent(service, accountId);
  const { items } = await onPages(service, 'GET', `/internal/keys/by-account/${accountId}`);
  assert.deepEqual(
    items.map((key: { id: string }) => key.id),
    [keyId],
  );
  for (const path of [
    `/internal/keys/by-account/${accountId}/${id}/revocation`,
    `/internal/key/regenerate/${accountId}`,
  ])
    assert.equal((await service.internal('POST', path, { key_id: id })).statusCode, 404);
  const listed = await asOperator(service, 'GET', `/api/v1/keys/list?account_id=${accountId}`);
  assert.equal(JSON.stringify(listed).includes(id), false);
  assert.equal((await ask(access_token, 'get_balance')).statusCode, 200);
});

test('the sign-in can be switched off: no document names it, no agent registers, no token works', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  const set = async (agent_sign_in: boolean) => {
    const { version } = await asOperator(service, 'GET', '/api/v1/admin/platform');
    const change = { changes: { agent_sign_in }, reason: 'a test', expected_version: version };
    await asOperator(service, 'PATCH', '/api/v1/admin/platform', change);
  };
  await set(false);
  assert.equal((await service.request('GET', '/.well-known/oauth-authorization-server')).statusCode, 404);
  const registered = await service.request('POST', '/register', { body: { redirect_uris: [redirectUri] } });
  assert.equal(registered.statusCode, 400);
  assert.match(registered.json().error_description, /Authorization: Bearer <API key>/);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 401);
  assert.equal((await renewTokens(service, agent)).json().error, 'unauthorized_client');
  await set(true);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 200);
});

const statusesOf = async (accountId: string): Promise<string[]> => {
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  return items.map(({ status }: { status: string }) => status);
};

test('the twenty-first connection ends the one that was renewed longest ago', async () => {
  const { accountId } = await agentCustomer(service);
  const clientId = await registerAgent(service);
  const oldest = await connectAgent(service, accountId, { clientId });
  for (let at = 1; at < 20; at += 1) {
    nowMs += 1;
    await connectAgent(service, accountId, { clientId });
  }
  nowMs += 1;
  const renewed = (await renewTokens(service, oldest)).json();
  nowMs += 1;
  await connectAgent(service, accountId, { clientId });
  assert.equal((await ask(renewed.access_token, 'get_balance')).statusCode, 200);
  assert.deepEqual(
    (await statusesOf(accountId)).filter((status) => status !== 'active'),
    ['over_limit'],
  );
});

test('a connection that is not used for 30 days expires with its budget, and is deleted with its key after 30 more', async () => {
  const { accountId } = await agentCustomer(service);
  const { id } = await connectAgent(service, accountId, { credits_per_day: 5 });
  const budgets = async () => (await onPages(service, 'GET', `/internal/budgets/${accountId}`)).items.length;
  nowMs += 30 * dayMs - 1;
  await runJob(service, forgetConnections);
  assert.deepEqual([await statusesOf(accountId), await budgets()], [['active'], 1]);
  nowMs += 1;
  await runJob(service, forgetConnections);
  assert.deepEqual([await statusesOf(accountId), await budgets()], [['expired'], 0]);
  nowMs += 30 * dayMs + 1;
  await runJob(service, forgetConnections);
  assert.deepEqual(await statusesOf(accountId), []);
  const { rows } = await service.database.pool.query('select from api_key where id = $1', [id]);
  assert.equal(rows.length, 0);
});

test('closing an account erases its connections and codes, and no token opens anything', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId, { credits_per_day: 5 });
  const path = `/api/v1/admin/accounts/${accountId}`;
  const exported = await service.admin('GET', `${path}/export`);
  assert.ok(exported.body.includes('Example agent'));
  assert.equal(exported.body.includes(agent.access_token), false);
  const closing = { forfeit_credits: true, confirm: `${accountId}@example.com`, reason: 'a test' };
  await asOperator(service, 'POST', `${path}/closing`, closing);
  assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 401);
  assert.equal((await renewTokens(service, agent)).json().error, 'invalid_grant');
  const { rows } = await service.database.pool.query(
    'select from agent_connection where id = $1 union all select from agent_token where connection = $1 union all ' +
      'select from agent_code where connection = $1 union all select from api_key where id = $1',
    [agent.id],
  );
  assert.equal(rows.length, 0);
});

test('a banned key of the account bans new connections, and a connection that exceeds the rate is banned as a key is', async () => {
  const { accountId } = await agentCustomer(service);
  const agent = await connectAgent(service, accountId);
  const { db } = service.database;
  await db
    .updateTable('api_key')
    .set({ banned_at: new Date(nowMs), ban_reason: 'rate_limit' })
    .where('id', '=', agent.id)
    .execute();
  await eventually(async () => {
    assert.equal((await ask(agent.access_token, 'get_balance')).json().code, 'key_banned');
  });
  const request = authorizationRequest(await registerAgent(service), newPkce().challenge);
  const refused = await service.internal('POST', `/internal/connections/${accountId}`, request);
  assert.equal(refused.json().code, 'key_ban_in_force');
  await asOperator(service, 'POST', `/api/v1/admin/keys/${agent.id}/unban`, { reason: 'a test' });
  await eventually(async () => {
    assert.equal((await ask(agent.access_token, 'get_balance')).statusCode, 200);
  });
});
