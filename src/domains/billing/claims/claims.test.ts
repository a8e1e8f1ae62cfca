import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { balanceOf, lotsOf } from '#domains/credits/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase, ledgerOf } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { askEveryMs } from './show-claim-token.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const ledgerClock = await stopLedgerClock(pool, clock.now());
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
const march = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
const april = { start: march.end, end: new Date('2026-05-01T00:00:00Z') };

let polls = 0;
const poll = async (reference: string) => {
  const response = await service.request(
    'GET',
    `/api/v1/billing/claim-token?payment_reference=${reference}`,
    { remoteAddress: `2001:db8:8:${(++polls).toString(16)}::1` },
  );
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as { status: string; token: string | null };
};
const claim = (token: string | null, account_id: string) =>
  service.internal('POST', '/internal/billing/claim', { token, account_id });
const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);
const bought = (plan = 'growth') => givenPurchase(db, provider, { plan, account: null });

test('a stranger pays, polls, claims with the token, and has the credits', async () => {
  const { reference, purchase } = await bought();
  assert.deepEqual(await poll(reference), { status: 'pending', plan_id: null, token: null, is_known: true });
  await apply(provider.charge(reference, march));
  const ready = await poll(reference);
  assert.match(ready.token ?? '', /^clm_/);
  assert.deepEqual(await poll(reference), ready, 'each poll shows it again');
  assert.deepEqual(await ledgerOf(db, purchase.id), [
    { kind: 'payment', outcome: 'kept', amount: 39_900, account: null },
  ]);
  const response = await claim(ready.token, 'claimant');
  assert.deepEqual(response.json(), { account_id: 'claimant', plan_id: 'growth', balance: 80 });
  assert.deepEqual(await poll(reference), { status: 'claimed', plan_id: null, token: null, is_known: true });
});

test('a token claims once: the same account may repeat it, another one is refused', async () => {
  const { reference } = await bought('starter');
  await apply(provider.charge(reference, march));
  const { token } = await poll(reference);
  const racers = await Promise.all(['one', 'two', 'three'].map((name) => claim(token, `racer-${name}`)));
  assert.deepEqual(racers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409]);
  const won = racers.find(({ statusCode }) => statusCode === 200)!.json().account_id;
  assert.deepEqual((await claim(token, won)).json().balance, 20);
});

test('renewals before the claim are kept, and granted with it; a period that is over has expired', async () => {
  const { reference } = await bought();
  await apply([...provider.charge(reference, march), ...provider.charge(reference, april)]);
  const { token } = await poll(reference);
  await ledgerClock.set(new Date('2026-04-15T00:00:00Z'));
  assert.equal((await claim(token, 'late')).json().balance, 80);
  await ledgerClock.set(march.start);
  const { account } = await givenAccount(db, { accountId: 'late' });
  assert.deepEqual(
    (await lotsOf(db, account)).map(({ expires_at }) => expires_at),
    [march.end, april.end],
  );
});

test('renewals and refunds after the claim find the account', async () => {
  const { reference } = await bought();
  const first = provider.charge(reference, march);
  await apply(first);
  const { token } = await poll(reference);
  await claim(token, 'renewing');
  const { account } = await givenAccount(db, { accountId: 'renewing' });
  await apply(provider.charge(reference, april));
  assert.equal((await balanceOf(db, account)).balance, 160);
  const [fact] = first;
  await apply(provider.sendBack(fact!.kind === 'payment' ? fact!.payment.id : '', 39_900));
  assert.equal((await balanceOf(db, account)).balance, 80);
});

test('money that went back before the claim leaves nothing to claim', async () => {
  const { reference } = await bought();
  const [paid, charge] = provider.charge(reference, march);
  await apply([paid!, charge!]);
  const { token } = await poll(reference);
  await apply(provider.sendBack(paid!.kind === 'payment' ? paid!.payment.id : '', 39_900));
  assert.equal((await poll(reference)).status, 'pending');
  const response = await claim(token, 'nobody-pays');
  assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
});

test('an unknown reference is said to be unknown, and an unknown token reveals nothing', async () => {
  assert.deepEqual(await poll('sub_of_nobody'), {
    status: 'pending',
    plan_id: null,
    token: null,
    is_known: false,
  });
  const { reference } = await bought();
  await apply(provider.charge(reference, march));
  const { token } = await poll(reference);
  for (const wrong of [`${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`, 'clm_x', ' ']) {
    assert.equal((await claim(wrong, 'guesser')).statusCode, 404);
  }
});

test('a poll asks the provider itself once five seconds have passed, and once in five seconds', async () => {
  const { reference, purchase } = await bought();
  await db.updateTable('purchase').set({ created_at: clock.now() }).where('id', '=', purchase.id).execute();
  provider.calls = [];
  clock.advance(askEveryMs - 1);
  await poll(reference);
  assert.deepEqual(provider.calls, []);
  clock.advance(1);
  await Promise.all([poll(reference), poll(reference), poll(reference)]);
  assert.deepEqual(provider.calls, [`facts ${reference}`]);
  provider.charge(reference, march);
  clock.advance(askEveryMs - 1);
  assert.equal((await poll(reference)).status, 'pending');
  clock.advance(1);
  assert.equal((await poll(reference)).status, 'ready', 'the delivery was lost, and the poll repaired it');
});

test('a provider that is away leaves a poll pending', async () => {
  const { reference } = await bought();
  clock.advance(60_000);
  provider.trouble = 'unreachable';
  assert.equal((await poll(reference)).status, 'pending');
  provider.trouble = null;
});

test('an account with a plan that claims a more expensive one keeps both credits and ends the old one', async () => {
  for (const [plan, owed] of [
    ['starter', 20],
    ['scale', 220],
  ] as const) {
    const { reference } = await bought(plan);
    await apply(provider.charge(reference, march));
    assert.equal((await claim((await poll(reference)).token, 'upgrader')).json().balance, owed);
  }
  const { account } = await givenAccount(db, { accountId: 'upgrader' });
  const { rows } = await pool.query(
    'select plan, stop_reason from subscription where account = $1 order by plan desc',
    [account],
  );
  assert.deepEqual(rows, [
    { plan: 'starter', stop_reason: 'superseded' },
    { plan: 'scale', stop_reason: null },
  ]);
});

test('the payments of an account are listed newest first, page by page', async () => {
  const path = '/internal/billing/payments/upgrader';
  const { items, next_cursor } = (await service.internal('GET', `${path}?limit=1`)).json();
  assert.deepEqual([items[0].plan_id, items[0].kind, items[0].status], ['scale', 'payment', 'granted']);
  assert.deepEqual([items[0].credits, items[0].period_end], [200, march.end.toISOString()]);
  const rest = (await service.internal('GET', `${path}?limit=1&cursor=${next_cursor}`)).json();
  assert.deepEqual([rest.items[0].plan_id, rest.next_cursor], ['starter', null]);
});

test("a page can ask for the payments of one checkout, and hears of no other account's", async () => {
  const { rows } = await pool.query(
    "select reference from subscription where plan = 'scale' and account is not null",
  );
  const query = `payment_reference=${rows[0].reference}`;
  const shown = async (account: string) =>
    (await service.internal('GET', `/internal/billing/payments/${account}?${query}`)).json().items;
  assert.deepEqual(
    (await shown('upgrader')).map(({ plan_id }: { plan_id: string }) => plan_id),
    ['scale'],
  );
  const { accountId } = await givenAccount(db);
  assert.deepEqual(await shown(accountId), []);
});
