import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { announceExpiringCredits, emitLowCredits } from '#domains/credits/announce-credits.ts';
import { announceExpiring } from '#domains/keys/account-keys/announce-expiring.ts';
import { recordViolation } from '#domains/keys/sql/violations.ts';
import { listener } from '#test/support/events.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, customer, find, givenBudget, importRows } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let clock: Awaited<ReturnType<typeof stopLedgerClock>>;
const startAt = new Date();
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, startAt);
  const rows = Array.from({ length: 12 }, (_, at) => `${linkOf(at)},p${at}@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (at: number) => `https://github.com/person-${at}-example`;

async function holder(credits = 20) {
  const account = await customer(service, credits);
  let next = 0;
  const hits = async (count: number) => {
    const codes = [];
    for (let hit = 0; hit < count; hit += 1)
      codes.push((await find(service, account, linkOf(next++))).statusCode);
    return codes;
  };
  return { ...account, ...(await listener(service, account.accountId)), hits };
}

test('a budget is announced once at 80 % and once at 100 % of each period, with the spend that passes it', async () => {
  const { events, hits, ...account } = await holder();
  const budget = await givenBudget(service, account, { credits: 5, time_zone: 'UTC' });
  await hits(3);
  assert.deepEqual(await events(), []);
  assert.deepEqual(await hits(3), [200, 200, 402]);
  const written = await events();
  assert.deepEqual(
    written.map(({ type, subject, data }) => [type, subject, data.percent, data.spent]),
    [
      ['budget.reached', budget.id, 80, 4],
      ['budget.reached', budget.id, 100, 5],
    ],
  );
  assert.deepEqual(written[0]!.data.starts_again_at, budget.starts_again_at);
  await clock.set(new Date(startAt.getTime() + dayMs));
  await hits(4);
  assert.deepEqual((await events()).at(-1)!.data.percent, 80);
  await clock.set(startAt);
});

test('a raised budget is announced again, and one that is passed at once only as reached', async () => {
  const { events, hits, ...account } = await holder();
  await givenBudget(service, account, { credits: 1, key_id: account.keyId });
  await hits(1);
  await givenBudget(service, account, { credits: 2, key_id: account.keyId });
  await hits(1);
  assert.deepEqual(
    (await events()).map(({ data }) => [data.percent, data.credits, data.scope, data.key_id]),
    [
      [100, 1, 'key', account.keyId],
      [100, 2, 'key', account.keyId],
    ],
  );
});

test('few credits are announced once after each grant, and only to endpoints that want it', async () => {
  const { events, hits, accountId } = await holder(10);
  const silent = await customer(service, 1);
  await hits(7);
  await emitLowCredits(service.database.db);
  assert.deepEqual(await events(), []);
  await hits(1);
  await emitLowCredits(service.database.db);
  await emitLowCredits(service.database.db);
  assert.deepEqual(
    (await events()).map(({ type, data }) => [type, data]),
    [['credits.low', { balance: 2, granted: 10 }]],
  );
  const grant = { account_id: accountId, credits: 10, reason: 'a test' };
  await asOperator(service, 'POST', '/api/v1/admin/growth/credits', grant);
  await emitLowCredits(service.database.db);
  assert.equal((await events()).length, 1);
  await hits(4);
  await service.database.pool.query(
    'update credit_lot set avail = 0, spent = spent + avail, closed_at = now() where avail > 0 and account in (select id from account where account_id = $1)',
    [accountId],
  );
  await emitLowCredits(service.database.db);
  assert.deepEqual((await events()).at(-1)!.data, { balance: 0, granted: 0 });
  assert.deepEqual(await (await listener(service, silent.accountId)).events(), []);
});

test('credits that expire within a week are announced once for each lot', async () => {
  const { events, accountId } = await holder(0);
  const grant = (credits: number, valid_days: number) =>
    asOperator(service, 'POST', '/api/v1/admin/growth/credits', {
      ...{ account_id: accountId, credits, valid_days, reason: 'a test' },
    });
  await grant(5, 8);
  await grant(7, 6);
  await runJob(service, announceExpiringCredits);
  await runJob(service, announceExpiringCredits);
  assert.deepEqual(
    (await events()).map(({ type, data }) => [type, data.credits]),
    [['credits.expiring', 7]],
  );
});

test('a key that expires within a week is announced once, one that is replaced and one that is banned at once', async () => {
  const { events, accountId, keyId } = await holder();
  await service.database.pool.query('update api_key set expires_at = $1 where id = $2', [
    new Date(Date.now() + 6 * dayMs),
    keyId,
  ]);
  await runJob(service, announceExpiring);
  await runJob(service, announceExpiring);
  const answer = await service.internal(
    'POST',
    `/internal/keys/by-account/${accountId}/${keyId}/replacement`,
    { overlap_hours: 48 },
  );
  const { id, prefix, replaced } = answer.json();
  const violation = { keyId: id, windowStartedAt: new Date(), banAfter: 1, banWindowMinutes: 60 };
  await recordViolation(service.database.db, violation);
  await recordViolation(service.database.db, violation);
  const written = await events();
  assert.deepEqual(
    written.map(({ type, subject }) => [type, subject]),
    [
      ['key.expiring', keyId],
      ['key.replaced', id],
      ['key.banned', id],
    ],
  );
  assert.deepEqual(written[1]!.data, {
    key: { id, prefix, name: '' },
    replaced: { id: keyId, prefix: replaced.prefix },
    works_until: replaced.works_until,
  });
  assert.ok(new Date(replaced.works_until).getTime() - Date.now() > 47 * hourMs);
});
