import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { closeAccountRow } from '#domains/accounts/index.ts';
import { openAlerts } from '#domains/audit/alerts.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { givenContract } from '#test/support/catalogue.ts';
import { manualClock } from '#test/support/clock.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { grantContracts } from './grant-contracts.ts';

const clock = manualClock(new Date());
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const path = '/api/v1/admin/contracts';
const listed = (accountId: string) => asOperator(service, 'GET', `${path}?account_id=${accountId}`);
const lots = async (account: number) =>
  db
    .selectFrom('credit_lot')
    .select(['source_ref', 'expires_at'])
    .where('account', '=', account)
    .orderBy('id')
    .execute();

test('an account has its contract at once: its credits, its rate, its agents and its lane', async () => {
  const key = await givenKey(db, { plan: 'none' });
  const { id, months_granted } = await givenContract(service, key.accountId);
  assert.equal(months_granted, 1);
  assert.equal((await balanceOf(db, key.account)).balance, 100);
  const shown = (await service.admin('GET', `/api/v1/keys/list?account_id=${key.accountId}`)).json();
  assert.deepEqual([shown.items[0].plan, shown.items[0].rate_limit_per_min], ['enterprise', 300]);
  const status = await service.internal('GET', `/internal/billing/mcp-status/${key.accountId}`);
  assert.equal(status.json().allowed, true);
  const plan = await service.internal('GET', `/internal/billing/plan/${key.accountId}`);
  assert.deepEqual(plan.json().plan.name, 'Enterprise');

  await asOperator(service, 'POST', `${path}/${id}/end`, { reason: 'a test' });
  const after = await service.internal('GET', `/internal/billing/plan/${key.accountId}`);
  assert.equal(after.json().plan, null);
  assert.equal((await balanceOf(db, key.account)).balance, 100);
});

test('a new contract ends the one before it, and the history has both', async () => {
  const key = await givenKey(db, { plan: 'none' });
  const first = await givenContract(service, key.accountId);
  const second = await givenContract(service, key.accountId, { rate_limit_per_min: 900 });
  const { items } = await listed(key.accountId);
  assert.deepEqual(
    items.map(({ id, ends_at }: { id: string; ends_at: string | null }) => [id, ends_at]),
    [
      [second.id, null],
      [first.id, second.starts_at],
    ],
  );
  const shown = (await service.admin('GET', `/api/v1/keys/list?account_id=${key.accountId}`)).json();
  assert.equal(shown.items[0].rate_limit_per_min, 900);
});

test('each month is granted once, whichever process asks, and expires with the month', async () => {
  const key = await givenKey(db, { plan: 'none' });
  const { id, starts_at } = await givenContract(service, key.accountId);
  clock.advance(32 * dayMs);
  await Promise.all([runJob(service, grantContracts), runJob(service, grantContracts)]);
  const granted = await lots(key.account);
  assert.deepEqual(
    granted.map(({ source_ref }) => source_ref),
    [`contract:${id}:1`, `contract:${id}:2`],
  );
  assert.equal(granted[0]!.expires_at.getUTCDate(), new Date(starts_at).getUTCDate());
  assert.equal((await listed(key.accountId)).items[0].months_granted, 2);
});

test('one that starts later has nothing before, and one that ends grants nothing after', async () => {
  const key = await givenKey(db, { plan: 'none' });
  const day = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
  await givenContract(service, key.accountId, { starts_at: day(1), ends_at: day(20) });
  assert.equal((await lots(key.account)).length, 0);
  clock.advance(2 * dayMs);
  await runJob(service, grantContracts);
  assert.equal((await lots(key.account)).length, 1);
  clock.advance(60 * dayMs);
  await runJob(service, grantContracts);
  assert.equal((await lots(key.account)).length, 1);
});

test('a contract that can’t be granted is alerted, and the others get their month', async () => {
  const starts_at = new Date(clock.now().getTime() + dayMs).toISOString();
  // Contracts are granted in the order of their ids.
  const withContract = async (id: string) => {
    const key = await givenKey(db, { plan: 'none' });
    const made = await givenContract(service, key.accountId, { starts_at });
    await sql`update contract set id = ${id} where id = ${made.id}`.execute(db);
    return key;
  };
  const closed = await withContract('con_0');
  const failing = await withContract('con_1');
  const last = await withContract('con_2');
  const closing = { as: 'closed_contract', at: clock.now() };
  await closeAccountRow(db, { id: closed.account, account_id: closed.accountId }, closing);
  const breakGrants = (credits: string) =>
    sql`update contract set terms = jsonb_set(terms, '{credits}', ${credits}::jsonb) where id = 'con_1'`.execute(
      db,
    );
  await breakGrants('0.5');

  clock.advance(2 * dayMs);
  await runJob(service, grantContracts, {}, quiet);
  assert.equal((await lots(last.account)).length, 1);
  assert.equal((await lots(closed.account)).length, 0);
  const alerts = () => openAlerts(db, 'contract_not_granted');
  assert.deepEqual(
    (await alerts()).map(({ subject, details }) => [subject, details.account_id]),
    [['con_1', failing.accountId]],
  );
  await breakGrants('100');
  await runJob(service, grantContracts);
  assert.equal((await lots(failing.account)).length, 1);
  assert.deepEqual(await alerts(), []);
});

test('an end that is not after the start, a start long ago, and a name with something invisible are refused', async () => {
  const { accountId } = await givenKey(db, { plan: 'none' });
  const day = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
  for (const [terms, said] of [
    [{ ends_at: day(-1) }, /The end is not after the start/],
    [{ starts_at: day(5), ends_at: day(4) }, /The end is not after the start/],
    [{ starts_at: day(-40) }, /more than 31 days ago/],
    [{ name: 'Gold\u200b' }, /without control, direction or invisible/],
    [{ name: '\u2800' }, /should not be blank/],
  ] as const) {
    const body = {
      account_id: accountId,
      name: 'X',
      credits: 1,
      amount: 0,
      rate_limit_per_min: 1,
      mcp: false,
    };
    const sent = { ...body, priority_processing: false, reason: 'a test', ...terms };
    const answer = await service.admin('POST', path, sent);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, said);
  }
});
