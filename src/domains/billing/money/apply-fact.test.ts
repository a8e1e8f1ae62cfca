import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { balanceOf, lotsOf, reconcileLedger } from '#domains/credits/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { spendOne } from '#test/support/ledger/statements.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { anotherReference, applyFacts, givenPurchase, ledgerOf } from '#test/support/purchases.ts';
import { insertReference, lockPurchase } from '../purchases.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;
const ledgerClock = await stopLedgerClock(database.pool, new Date('2026-03-01T12:00:00Z'));
const provider = memoryProvider();
const march = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
const april = { start: march.end, end: new Date('2026-05-01T00:00:00Z') };
const apply = (facts: Parameters<typeof applyFacts>[2]) => applyFacts(db, 'sandbox', facts);
const balance = async (account: number) => (await balanceOf(db, account)).balance;
const outcomes = async (purchase: string) =>
  (await ledgerOf(db, purchase)).map(({ kind, outcome }) => outcome ?? kind);
const paymentIn = (facts: Parameters<typeof applyFacts>[2]) => {
  const [fact] = facts;
  return fact!.kind === 'payment' ? fact!.payment.id : '';
};
async function bought(plan: string) {
  const { account } = await givenAccount(db);
  return { account, ...(await givenPurchase(db, provider, { plan, account })) };
}
const alertsFor = async (subject: string) => {
  const { rows } = await database.pool.query(
    'select kind, details from operator_alert where subject = $1 and resolved_at is null',
    [subject],
  );
  return rows;
};

test('a captured payment of a pack grants it for one year, however often it is reported', async () => {
  const { account, purchase, reference } = await bought('topup_100');
  const facts = provider.pay(reference, {}, new Date('2026-03-01T10:00:00.123Z'));
  await apply([...facts, ...facts, ...facts]);
  assert.equal(await balance(account), 100);
  const [lot] = await lotsOf(db, account);
  assert.deepEqual(lot?.expires_at, new Date('2027-03-01T10:00:00.123Z'));
  assert.deepEqual(await outcomes(purchase.id), ['granted']);
});

test('a charge grants the period until its end, and the same rupees told as a payment grant nothing more', async () => {
  const { account, purchase, reference } = await bought('growth');
  const [alone, charge] = provider.charge(reference, march);
  await apply([alone!, charge!, alone!, charge!]);
  assert.equal(await balance(account), 80);
  await ledgerClock.set(new Date(march.end.getTime() - 1));
  assert.equal(await balance(account), 80);
  await ledgerClock.set(march.end);
  assert.equal(await balance(account), 0);
  await ledgerClock.set(new Date('2026-03-01T12:00:00Z'));
  assert.deepEqual(await outcomes(purchase.id), ['granted']);
});

test('a payment that was only authorised, or that failed, grants nothing until it is captured', async () => {
  const { account, reference } = await bought('topup_20');
  const failed = provider.pay(reference, { id: 'pay_late', status: 'failed', failure: 'declined' });
  const authorised = provider.pay(reference, { id: 'pay_late', status: 'authorized' });
  await apply([...failed, ...authorised]);
  assert.equal(await balance(account), 0);
  await apply([...provider.pay(reference, { id: 'pay_late', status: 'captured' }), ...failed]);
  assert.equal(await balance(account), 20);
});

test('the second payment of a pack is a duplicate: no credits, and a refund is asked for', async () => {
  const { account, purchase, reference } = await bought('topup_20');
  await apply(provider.pay(reference));
  const again = provider.pay(reference);
  const jobs = await apply(again);
  assert.equal(await balance(account), 20);
  assert.deepEqual(await outcomes(purchase.id), ['granted', 'duplicate']);
  assert.deepEqual(jobs, [
    { id: 'billing.refund-duplicate', payload: { provider: 'sandbox', payment: paymentIn(again) } },
  ]);
});

test('of two subscriptions for one purchase the second is refunded and ended', async () => {
  const { account, purchase, reference } = await bought('growth');
  const { reference: other } = await anotherReference(db, provider, purchase, 'a lost answer');
  await apply(provider.charge(reference, march));
  const jobs = await apply(provider.charge(other, march));
  assert.equal(await balance(account), 80);
  assert.deepEqual(
    jobs.map(({ id }) => id),
    ['billing.end-subscription', 'billing.refund-duplicate'],
  );
});

test('a period that is charged twice is granted once', async () => {
  const { account, purchase, reference } = await bought('growth');
  await apply([...provider.charge(reference, march), ...provider.charge(reference, march)]);
  assert.deepEqual(await outcomes(purchase.id), ['granted', 'duplicate']);
  await apply(provider.charge(reference, april));
  assert.equal((await lotsOf(db, account)).length, 2);
});

for (const [name, change, reason] of [
  ['another amount', { amountPaise: 9_999 }, 'other_amount'],
  ['another currency', { currency: 'USD' }, 'other_currency'],
  ['an unknown order', { order: 'order_unknown' }, 'unknown_reference'],
] as const) {
  test(`a payment with ${name} grants nothing and raises payment_unmatched`, async () => {
    const { account, reference } = await bought('topup_20');
    const facts = provider.pay(reference, change);
    await apply(facts);
    assert.equal(await balance(account), 0);
    const [alert] = await alertsFor(`sandbox:${paymentIn(facts)}`);
    assert.deepEqual([alert.kind, alert.details.reason], ['payment_unmatched', reason]);
  });
}

test('a payment whose reference becomes known later is granted then, and its alert is closed', async () => {
  const { account, reference } = await bought('starter');
  const facts = provider.charge(reference, march);
  await db.deleteFrom('purchase_reference').where('reference', '=', reference).execute();
  await apply(facts);
  assert.equal(await balance(account), 20, 'the subscription carries our own id');
  assert.deepEqual(await alertsFor(`sandbox:${paymentIn(facts)}`), []);
});

test('half of the money back takes half of the credits back, rounded in favour of the customer', async () => {
  const { account, purchase, reference } = await bought('topup_20');
  const payment = paymentIn(provider.pay(reference, { id: 'pay_half' }));
  await apply([...(await provider.factsOf(reference)), ...provider.sendBack(payment, 4_999)]);
  assert.equal(await balance(account), 11);
  await apply(provider.sendBack(payment, 5_001));
  assert.equal(await balance(account), 0);
  assert.deepEqual(await outcomes(purchase.id), ['reversed', 'refund', 'refund']);
});

test('a refund that is known before its payment leaves nothing to grant', async () => {
  const { account, purchase, reference } = await bought('topup_20');
  const paid = provider.pay(reference);
  const refunded = provider.sendBack(paymentIn(paid), 10_000);
  await apply([...refunded, ...paid]);
  assert.equal(await balance(account), 0);
  assert.deepEqual(await outcomes(purchase.id), ['reversed', 'refund']);
  await apply(provider.pay(reference));
  assert.equal(await balance(account), 20, 'the order may be paid again');
});

test('a refund that is pending or has failed moves nothing, though the provider calls the payment refunded', async () => {
  const { account, purchase, reference } = await bought('topup_20');
  const id = paymentIn(provider.pay(reference));
  await apply(await provider.factsOf(reference));
  const refund = { id: 'rfnd_late', payment: id, amountPaise: 10_000, key: null };
  const at = new Date('2026-03-02T00:00:00Z');
  const told = (status: 'pending' | 'failed' | 'processed', refundId = refund.id) =>
    apply([{ kind: 'refund', refund: { ...refund, id: refundId, status }, at }]);
  await told('pending');
  await apply(provider.pay(reference, { id, status: 'refunded' }));
  assert.equal(await balance(account), 20);
  await told('failed');
  assert.equal(await balance(account), 20);
  assert.deepEqual(await outcomes(purchase.id), ['granted']);
  await told('processed', 'rfnd_again');
  assert.equal(await balance(account), 0);
  assert.deepEqual(await outcomes(purchase.id), ['reversed', 'refund']);
});

test('credits that were spent before the refund are a shortfall, never a negative balance', async () => {
  const { account, reference } = await bought('topup_20');
  const paid = provider.pay(reference);
  await apply(paid);
  await spendOne(database.pool, { account, amount: 15, key: '00000000-0000-4000-8000-000000000001' });
  await apply(provider.sendBack(paymentIn(paid), 10_000));
  assert.equal(await balance(account), 0);
  const { id } = await db
    .selectFrom('payment')
    .select('id')
    .where('reference', '=', paymentIn(paid))
    .executeTakeFirstOrThrow();
  const [alert] = await alertsFor(id);
  assert.deepEqual([alert.kind, alert.details.credits_short], ['credits_short', 15]);
});

for (const [end, left] of [
  ['won', 20],
  ['closed', 20],
  ['lost', 0],
] as const) {
  test(`an open dispute freezes the credits, and one that is ${end} leaves ${left} of 20`, async () => {
    const { account, reference } = await bought('topup_20');
    const paid = provider.pay(reference);
    await apply([...paid, ...provider.argue(paymentIn(paid), 'open')]);
    const { balance: available, held } = await balanceOf(db, account);
    assert.deepEqual([available, held], [0, 20]);
    await apply([...provider.argue(paymentIn(paid), end), ...paid]);
    const after = await balanceOf(db, account);
    assert.deepEqual([after.balance, after.held], [left, 0]);
  });
}

test('an upgrade keeps the credits and ends the old subscription after the first charge of the new one', async () => {
  const { account, reference: old } = await bought('starter');
  await apply(provider.charge(old, march));
  const { reference: dearer } = await givenPurchase(db, provider, { plan: 'scale', account });
  assert.deepEqual(await apply(provider.tell(dearer, 'authenticated')), []);
  const upgrade = new Date('2026-03-10T00:00:00Z');
  const jobs = await apply(
    provider.charge(dearer, { start: upgrade, end: new Date('2026-04-10T00:00:00Z') }),
  );
  assert.deepEqual(
    jobs.map(({ id }) => id),
    ['billing.end-subscription', 'billing.issue-document'],
  );
  assert.deepEqual(jobs[0]!.payload, { provider: 'sandbox', reference: old });
  assert.equal(await balance(account), 220);
  const late = await apply(provider.charge(old, april));
  assert.deepEqual(
    late.map(({ id }) => id),
    ['billing.refund-duplicate'],
  );
});

test('an expensive subscription that lapsed gives way to a cheaper one that is bought later', async () => {
  const { account, reference: lapsed } = await bought('scale');
  const january = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };
  await apply(provider.charge(lapsed, january));
  await apply(provider.tell(lapsed, 'halted', new Date('2026-02-04T00:00:00Z')));
  const { reference } = await givenPurchase(db, provider, { plan: 'growth', account });
  const jobs = await apply(provider.charge(reference, march));
  assert.deepEqual(jobs[0], {
    id: 'billing.end-subscription',
    payload: { provider: 'sandbox', reference: lapsed },
  });
  const renewed = await apply(provider.charge(reference, april));
  assert.deepEqual(
    renewed.map(({ id }) => id),
    ['billing.issue-document'],
  );
});

test('a charge that reports a subscription while its checkout stores it waits for the checkout', async () => {
  const { purchase, reference } = await bought('growth');
  await db.deleteFrom('purchase_reference').where('reference', '=', reference).execute();
  const charge = provider.charge(reference, march);
  let applied: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (checkout) => {
    await lockPurchase(checkout, purchase.id);
    applied = apply(charge);
    await untilSomebodyWaits(database.pool);
    await insertReference(checkout, purchase, reference, march.start);
  });
  await applied;
  assert.deepEqual(await outcomes(purchase.id), ['granted']);
});

test('the books of credits agree after all of this', async () => {
  assert.deepEqual(await reconcileLedger(db), []);
});
