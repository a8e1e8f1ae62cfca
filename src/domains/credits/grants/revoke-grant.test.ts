import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { customer, givenAccount, givenCredits } from '#test/support/kit.ts';
import { openHold, spendOne } from '#test/support/ledger/statements.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { verifyLedger } from '../proof/verify-ledger.ts';
import { balanceOf } from '../sql/lots.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const path = '/api/v1/admin/growth/credits';

async function grant(credits: number) {
  const { accountId } = await customer(service, 1);
  const { rows } = await service.database.pool.query('select id from account where account_id = $1', [
    accountId,
  ]);
  const body = { account_id: accountId, credits, reason: 'a mistyped grant' };
  const { id } = (await service.admin('POST', path, body)).json();
  return { accountId, account: rows[0].id as number, id: id as number };
}

const revoke = (id: number | string, body: object = { reason: 'mistyped' }) =>
  service.admin('POST', `${path}/${id}/revocation`, body);

test('a mistyped grant is taken back whole, with its reason in the history and the audit log', async () => {
  const { accountId, id } = await grant(1000);
  const answer = await revoke(id);
  assert.equal(answer.statusCode, 200, answer.body);
  const { revoked, shortfall, balance, grant: after } = answer.json();
  assert.deepEqual([revoked, shortfall, balance], [1000, 0, 1]);
  assert.deepEqual([after.credits, after.available, after.revoked], [1000, 0, 1000]);
  const history = await service.internal('GET', `/internal/billing/history/${accountId}`);
  assert.deepEqual([history.json().items[0].kind, history.json().items[0].reason], ['revoke', 'mistyped']);
  const { rows } = await service.database.pool.query(
    "select details from audit_entry where event = 'credits.revoked' order by id desc limit 1",
  );
  assert.deepEqual(rows[0].details, {
    account_id: accountId,
    grant_id: id,
    before: { available: 1000 },
    after: { available: 0 },
    reason: 'mistyped',
  });
});

test('what is spent or held stays, so that the balance never falls below zero', async () => {
  const { account, id } = await grant(10);
  const { db, pool } = service.database;
  await spendOne(pool, { account, amount: 4, key: randomUUID() });
  await openHold(db, { account, credits: 3, key: randomUUID(), leaseMs: 60_000 });
  const answer = (await revoke(id)).json();
  assert.deepEqual([answer.revoked + answer.shortfall, answer.balance >= 0], [10, true]);
  assert.deepEqual([answer.grant.available, answer.grant.held + answer.grant.spent], [0, answer.shortfall]);
  await runJob(service, verifyLedger);
  const { rows } = await service.database.pool.query("select from operator_alert where kind like 'ledger%'");
  assert.equal(rows.length, 0);
});

test('a part is taken back, and of 20 at once no credit twice', async () => {
  const { id } = await grant(100);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => revoke(id, { credits: 9, reason: 'too many' })),
  );
  const taken = answers.reduce((sum, answer) => sum + answer.json().revoked, 0);
  assert.equal(taken, 100);
  const { rows } = await service.database.pool.query<{ before: number; after: number }>(
    `select (details -> 'before' ->> 'available')::int as before, (details -> 'after' ->> 'available')::int as after
    from audit_entry where event = 'credits.revoked' and (details ->> 'grant_id')::bigint = $1 order by after desc, before desc`,
    [id],
  );
  const steps = [100, 91, 82, 73, 64, 55, 46, 37, 28, 19, 10, 1].map((left) => [left, Math.max(0, left - 9)]);
  assert.deepEqual(
    rows.map(({ before: from, after: to }) => [from, to]),
    steps,
    'a call that took nothing leaves no row',
  );
});

for (const source of ['key', 'operator'] as const) {
  test(`credits of the source ${source} can be taken back`, async () => {
    const { account } = await givenAccount(service.database.db);
    const id = await givenCredits(service.database.db, account, 5, { source });
    assert.equal((await revoke(id)).json().revoked, 5);
  });
}

for (const source of ['plan', 'topup', 'promo', 'refund'] as const) {
  test(`credits of the source ${source} are not an operator's to take back`, async () => {
    const { account } = await givenAccount(service.database.db);
    const id = await givenCredits(service.database.db, account, 5, { source });
    const answer = await revoke(id);
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'grant_not_revocable']);
    assert.match(answer.json().detail, new RegExp(source));
    assert.equal((await balanceOf(service.database.db, account)).balance, 5);
  });
}

test('a repeat with the same idempotency key takes nothing more', async () => {
  const { id } = await grant(100);
  const send = () =>
    service.request('POST', `${path}/${id}/revocation`, {
      headers: { 'x-admin-secret': 'admin-secret-of-the-tests', 'idempotency-key': 'once' },
      body: { credits: 30, reason: 'too many' },
    });
  assert.deepEqual([(await send()).json().revoked, (await send()).json().grant.available], [30, 70]);
});

test('a grant that does not exist is 404', async () => {
  for (const id of [999_999_999, 'first', '9'.repeat(30)]) {
    assert.equal((await revoke(id)).statusCode, 404);
  }
});
