import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { ensureAccount } from '#domains/accounts/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
const service = await testService({ clock: manualClock(now) });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
// A lot that ends in 30 days is live by the ledger's clock, whenever the tests run.
await stopLedgerClock(pool, now);

const account = async (): Promise<string> => (await givenAccount(db)).accountId;

const grant = (body: object, headers: Record<string, string> = {}) =>
  service.request('POST', '/api/v1/admin/growth/credits', {
    body,
    headers: { 'x-admin-secret': testSecrets.admin_secret, ...headers },
  });

const balanceOf = async (accountId: string): Promise<number> =>
  (await service.internal('GET', `/internal/billing/balance/${accountId}`)).json().balance;

async function countOf(table: 'credit_lot' | 'credit_ledger' | 'audit_entry'): Promise<number> {
  return (await pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;
}

test('a grant is a lot with its reason, its end and the operator who gave it', async () => {
  const accountId = await account();
  const response = await grant(
    { account_id: accountId, credits: 25, valid_days: 30, reason: 'goodwill' },
    { 'x-ops-actor': 'mira' },
  );
  assert.equal(response.statusCode, 200, response.body);
  const { id, created_at, ...lot } = response.json();
  assert.ok(id > 0 && Date.parse(created_at) > 0);
  assert.deepEqual(lot, {
    account_id: accountId,
    email: null,
    source: 'operator',
    credits: 25,
    available: 25,
    held: 0,
    spent: 0,
    expired: 0,
    revoked: 0,
    reason: 'goodwill',
    granted_by: 'mira',
    expires_at: new Date(now.getTime() + 30 * dayMs).toISOString(),
  });
  assert.equal(await balanceOf(accountId), 25);
});

test('without days a grant is good for 365, and without an operator it was ops', async () => {
  const { expires_at, granted_by } = (
    await grant({ account_id: await account(), credits: 1, reason: 'trial week' })
  ).json();
  assert.deepEqual([expires_at, granted_by], [new Date(now.getTime() + 365 * dayMs).toISOString(), 'ops']);
});

test('an account may be named by its email in any case', async () => {
  const accountId = randomUUID();
  await db
    .transaction()
    .execute((transaction) =>
      ensureAccount(transaction, { account_id: accountId, email: 'asha@example.com' }),
    );
  const { account_id, email } = (
    await grant({ email: 'Asha@Example.com', credits: 2, reason: 'by mail' })
  ).json();
  assert.deepEqual([account_id, email], [accountId, 'asha@example.com']);
});

test('the audit row tells who granted what to whom, why, and what the balance became', async () => {
  const accountId = await account();
  await grant({ account_id: accountId, credits: 4, reason: 'first' });
  await grant(
    { account_id: accountId, credits: 5, valid_days: 7, reason: 'second' },
    { 'x-ops-actor': 'lee' },
  );
  const { rows } = await pool.query(
    `select actor, operation, event, details from audit_entry where details->>'account_id' = $1 order by id desc`,
    [accountId],
  );
  assert.deepEqual(
    [rows.length, rows[0]],
    [
      2,
      {
        actor: 'lee',
        operation: 'credits.grant-credits',
        event: 'credits.granted',
        details: {
          account_id: accountId,
          credits: 5,
          valid_days: 7,
          reason: 'second',
          before: { balance: 4 },
          after: { balance: 9 },
        },
      },
    ],
  );
});

test('two grants with the same words are two lots', async () => {
  const body = { account_id: await account(), credits: 3, reason: 'monthly thanks' };
  const lots = [await grant(body), await grant(body)].map((response) => response.json().id);
  assert.notEqual(lots[0], lots[1]);
  assert.equal(await balanceOf(body.account_id), 6);
});

test('a grant repeated with its idempotency key is the first answer and nothing more', async () => {
  const body = { account_id: await account(), credits: 7, reason: 'once' };
  const headers = { 'idempotency-key': randomUUID() };
  const first = await grant(body, headers);
  const audited = await countOf('audit_entry');
  const second = await grant(body, headers);
  assert.deepEqual(second.json(), first.json());
  assert.deepEqual(
    [first.headers['idempotency-replayed'], second.headers['idempotency-replayed']],
    [undefined, 'true'],
  );
  assert.deepEqual([await balanceOf(body.account_id), await countOf('audit_entry')], [7, audited]);
});

test('twenty repeats at once with one idempotency key grant once, and all get the same answer', async () => {
  const body = { account_id: await account(), credits: 11, reason: 'at once' };
  const headers = { 'idempotency-key': randomUUID() };
  const responses = await Promise.all(Array.from({ length: 20 }, () => grant(body, headers)));
  assert.deepEqual(new Set(responses.map((response) => response.statusCode)), new Set([200]));
  for (const response of responses) assert.deepEqual(response.json(), responses[0]!.json());
  assert.equal(responses.filter((response) => !response.headers['idempotency-replayed']).length, 1);
  assert.equal(await balanceOf(body.account_id), 11);
});

test('the same idempotency key for another grant is 409 and grants nothing', async () => {
  const body = { account_id: await account(), credits: 5, reason: 'five' };
  const headers = { 'idempotency-key': randomUUID() };
  await grant(body, headers);
  for (const other of [{ credits: 6 }, { reason: 'six' }, { account_id: await account() }]) {
    const response = await grant({ ...body, ...other }, headers);
    assert.deepEqual([response.statusCode, response.json().code], [409, 'idempotency_conflict']);
  }
  assert.equal(await balanceOf(body.account_id), 5);
});

test('grants at once to one account are all there', async () => {
  const accountId = await account();
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => grant({ account_id: accountId, credits: at + 1, reason: 'many' })),
  );
  assert.ok(responses.every((response) => response.statusCode === 200));
  assert.equal(await balanceOf(accountId), (30 * 31) / 2);
});

const good = { account_id: 'nobody', credits: 5, reason: 'a reason' };

for (const [what, body, status, named] of [
  ['an unknown account', good, 404, 'not_found'],
  ['an unknown email', { email: 'nobody@example.com', credits: 5, reason: 'x' }, 404, 'not_found'],
  ['neither account_id nor email', { credits: 5, reason: 'x' }, 422, 'account_id'],
  ['an empty account_id and email', { ...good, account_id: ' ', email: '' }, 422, 'account_id'],
  ['no email address', { ...good, account_id: '', email: 'someone' }, 422, 'email'],
  ['an account_id of 201 characters', { ...good, account_id: 'x'.repeat(201) }, 422, 'account_id'],
  ['no credits', { account_id: 'nobody', reason: 'x' }, 422, 'credits'],
  ['0 credits', { ...good, credits: 0 }, 422, 'credits'],
  ['-1 credits', { ...good, credits: -1 }, 422, 'credits'],
  ['half a credit', { ...good, credits: 0.5 }, 422, 'credits'],
  ['10,000,001 credits', { ...good, credits: 10_000_001 }, 422, 'credits'],
  ['credits in words', { ...good, credits: '5' }, 422, 'credits'],
  ['0 days', { ...good, valid_days: 0 }, 422, 'valid_days'],
  ['3,651 days', { ...good, valid_days: 3651 }, 422, 'valid_days'],
  ['no reason', { account_id: 'nobody', credits: 5 }, 422, 'reason'],
  ['an empty reason', { ...good, reason: '' }, 422, 'reason'],
  ['a reason of 501 characters', { ...good, reason: 'x'.repeat(501) }, 422, 'reason'],
  ['an unknown member', { ...good, currency: 'INR' }, 422, 'currency'],
] as const) {
  test(`a grant with ${what} is ${status} naming ${named}, and nothing is written`, async () => {
    const before = [
      await countOf('credit_lot'),
      await countOf('credit_ledger'),
      await countOf('audit_entry'),
    ];
    const response = await grant(body);
    const { code, detail } = response.json();
    assert.deepEqual([response.statusCode, status === 422 ? detail[0].loc[1] : code], [status, named]);
    assert.deepEqual(
      [await countOf('credit_lot'), await countOf('credit_ledger'), await countOf('audit_entry')],
      before,
    );
  });
}

test('the most credits for the most days can be granted', async () => {
  const accountId = await account();
  const body = { account_id: accountId, credits: 10_000_000, valid_days: 3650, reason: 'x'.repeat(500) };
  assert.equal((await grant(body)).statusCode, 200);
  assert.equal(await balanceOf(accountId), 10_000_000);
});

test('after all of it the ledger is proved', async () => {
  assert.deepEqual((await pool.query('select * from credit_reconcile()')).rows, []);
});
