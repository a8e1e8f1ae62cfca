import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { givenConnection } from '#test/support/connections.ts';
import { asOperator, givenKey, givenSession } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPaidPack } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const provider = memoryProvider();

const path = (accountId: string) => `/api/v1/admin/accounts/${accountId}`;
const shown = (accountId: string) => asOperator(service, 'GET', path(accountId));
const kindsOf = async (accountId: string) =>
  (await shown(accountId)).troubles.map(({ kind }: { kind: string }) => kind);

test('an account shows what is wrong right now, in sentences', async () => {
  const { accountId } = await givenKey(db, { accountId: 'troubled' });
  assert.deepEqual(await kindsOf(accountId), ['no_credits', 'onboarding_incomplete']);
  await asOperator(service, 'POST', '/api/v1/admin/locks', {
    ...{
      subject_type: 'account',
      subject: accountId,
      reason: 'A chargeback',
      expires_at: '2999-01-01T00:00:00Z',
    },
  });
  const { troubles } = await shown(accountId);
  assert.deepEqual(
    [troubles[0].kind, troubles[0].what],
    ['locked', 'Locked by its account, until 2999-01-01: A chargeback'],
  );
  assert.match(troubles.at(-1).what, /^It cannot buy yet\. Steps left: .*enter the address for invoices\.$/);
});

test('a dispute, a refund on its way and a missing invoice are among the troubles, with their purchase', async () => {
  const paid = await givenPaidPack(db, provider, 'money-troubles');
  assert.ok((await kindsOf('money-troubles')).includes('invoice_waiting'));
  await asOperator(
    service,
    'POST',
    `/api/v1/admin/billing/purchases/${paid.purchase_id}/payments/${paid.payment_id}/refund`,
    { amount: 1_000, reason: 'A test' },
  );
  await applyFacts(db, 'sandbox', provider.argue(paid.payment_id, 'open'));
  const { troubles } = await shown('money-troubles');
  const about = troubles.filter(({ purchase }: { purchase: string | null }) => purchase === paid.purchase_id);
  assert.deepEqual(about.map(({ kind }: { kind: string }) => kind).toSorted(), [
    'invoice_waiting',
    'payment_disputed',
    'refund_open',
  ]);
});

test('an account is found by a payment, an order, a sign-in and a device', async () => {
  const paid = await givenPaidPack(db, provider, 'found-by-all');
  await service.internal('POST', '/internal/identity/register', {
    ...{ account_id: 'found-by-all', provider: 'google', provider_user_id: 'f-1', device_id: 'laptop 7' },
  });
  for (const q of [paid.payment_id, paid.reference, paid.purchase_id, 'google:f-1', 'laptop 7']) {
    const { items } = await asOperator(
      service,
      'GET',
      `/api/v1/admin/growth/accounts?q=${encodeURIComponent(q)}`,
    );
    assert.deepEqual(
      items.map(({ account_id }: { account_id: string }) => account_id),
      ['found-by-all'],
      q,
    );
  }
});

test('a note is kept, replaced and removed', async () => {
  const { accountId } = await givenKey(db);
  const save = (note: string) => asOperator(service, 'POST', `${path(accountId)}/note`, { note });
  assert.equal((await save(' Pays by link \n each quarter ')).note, 'Pays by link \n each quarter');
  await save('Ask Leela');
  const { note } = await shown(accountId);
  assert.deepEqual([note.note, note.actor], ['Ask Leela', 'ops']);
  await save('');
  assert.deepEqual((await shown(accountId)).note, { note: '', changed_at: null, actor: null });
  assert.equal(
    (await service.admin('POST', `${path(accountId)}/note`, { note: 'x'.repeat(2001) })).statusCode,
    422,
  );
});

test('all sessions of an account end, and its keys still work', async () => {
  const person = { email: 'signed-in@example.com', provider: 'google', provider_user_id: 'signed-in' };
  const owner = await givenKey(db, { accountId: 'signed-in' });
  await service.internal('POST', '/internal/identity/register', { account_id: 'signed-in', ...person });
  const opened = await service.internal('POST', '/internal/sign-in/sessions', {
    token_hash: randomBytes(32).toString('hex'),
    ...person,
    ip: '203.0.113.9',
  });
  const isOpen = opened.statusCode === 200;
  const { access } = await givenSession(db, owner);
  const agent = await givenConnection(service, owner);
  const ended = await asOperator(service, 'POST', `${path('signed-in')}/sessions/end`, {
    reason: 'A lost laptop',
  });
  assert.deepEqual(ended, { pages: isOpen ? 1 : 0, extension: 1, agents: 1 });
  assert.deepEqual((await shown('signed-in')).sessions, { pages: 0, extension: 0, agents: 0 });
  assert.equal((await service.withKey(access, 'GET', '/api/v1/extension/session')).statusCode, 401);
  assert.equal((await service.withKey(agent.access, 'POST', '/mcp', {})).statusCode, 401);
  assert.equal((await service.withKey(owner.text, 'GET', '/api/v1/usage')).statusCode, 200);
});

test('a released handle can be claimed by another account; the mailbox of the primary email is kept', async () => {
  const register = async (account_id: string, members: object) =>
    (await service.internal('POST', '/internal/identity/register', { account_id, ...members })).statusCode;
  await register('had-it', { email: 'had-it@example.com', device_id: 'sold' });
  assert.equal(await register('gets-it', { device_id: 'sold' }), 409);
  const release = (body: object) =>
    service.admin('POST', `${path('had-it')}/handles/release`, { reason: 'Sold', ...body });
  const kept = await release({ kind: 'email', handle: 'had-it@example.com' });
  assert.deepEqual([kept.statusCode, kept.json().code], [409, 'handle_in_use']);
  const done = await release({ kind: 'device', handle: 'sold' });
  assert.deepEqual(
    done.json().handles.map(({ kind }: { kind: string }) => kind),
    ['email'],
  );
  assert.equal((await release({ kind: 'device', handle: 'sold' })).statusCode, 404);
  assert.equal(await register('gets-it', { device_id: 'sold' }), 200);
});
