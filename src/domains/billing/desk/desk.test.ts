import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { daysAfter } from '#core/clock.ts';
import { digest } from '#core/ids.ts';
import { closeAccountRow } from '#domains/accounts/index.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { writeFacts } from '#test/support/provider-facts.ts';
import { applyFacts, givenPurchase, givenUnmatched } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { applyStored } from '../deliveries/apply-delivery.ts';
import { storeDelivery } from '../deliveries/deliveries.ts';
import { Payments } from '../payments-port.ts';
import { insertReference } from '../purchases.ts';
import type { DeskPurchase } from './purchases.ts';

const provider = memoryProvider();
const service = await testService();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const path = '/api/v1/admin/billing/purchases';
const search = async (q: string, more = ''): Promise<DeskPurchase[]> =>
  (await asOperator(service, 'GET', `${path}?q=${encodeURIComponent(q)}${more}`)).items;
const idsOf = async (q: string) => (await search(q)).map(({ id }) => id);

/** A paid pack of an account with a plan's price. */
async function bought(accountId: string) {
  const owner = await givenAccount(db, { accountId, email: `${accountId}@desk.example.com` });
  const { purchase, reference } = await givenPurchase(db, provider, {
    plan: 'topup_100',
    account: owner.account,
  });
  const facts = provider.pay(reference);
  const [fact] = facts;
  assert.ok(fact?.kind === 'payment');
  return { ...owner, purchase, reference, facts, payment: fact.payment.id };
}

test('a purchase is found by whatever a buyer can name', async () => {
  const { purchase, reference, facts, payment, accountId } = await bought('searched');
  const { id } = purchase;
  assert.equal((await search(id))[0]?.status, 'open');
  await applyFacts(db, 'sandbox', facts);
  await db.updateTable('payment').set({ document: 'INV/2627/000777' }).where('purchase', '=', id).execute();
  for (const q of [
    id,
    reference,
    payment,
    accountId,
    `${accountId}@Desk.Example.com`,
    'inv/2627/000777',
    ' ₹500 ',
    '500.00',
    'Rs 500',
    'rs. 500',
    'INR 500.00',
    '500/-',
    reference.slice(0, -1),
    payment.slice(0, -1),
    `${accountId}@desk`,
    'INV/2627/777',
  ])
    assert.deepEqual(await idsOf(q), [id], q);
  assert.deepEqual(await idsOf('pay_unknown'), []);
  assert.deepEqual(await idsOf('pay_'), []);
  assert.deepEqual(await idsOf('501'), []);
  const [found] = await search(reference, '&status=granted');
  assert.deepEqual([found?.paid, found?.returned, found?.payments], [50_000, 0, [payment]]);
  assert.deepEqual(await search(reference, '&status=open'), []);
  const yesterday = daysAfter(purchase.created_at, -1).toISOString();
  assert.equal((await search(reference, `&since=${yesterday}`)).length, 1);
  assert.equal((await search(reference, `&until=${yesterday}`)).length, 0);
});

test('a purchase shows what happened in sentences, and the deliveries behind it', async () => {
  const { purchase, facts, payment } = await bought('shown');
  const body = Buffer.from(writeFacts(facts));
  const { id } = await storeDelivery(db, {
    ...{ provider: 'sandbox', digest: digest('desk'), event: null, type: 'facts', body },
    received_at: new Date(),
  });
  const { ports } = service.app.kernel;
  await applyStored(
    {
      ports,
      now: () => new Date(),
      phase: (work) =>
        db
          .transaction()
          .execute((transaction) =>
            work({ db: transaction, audit: () => {}, enqueue: () => {}, afterCommit: () => {} }),
          ),
    },
    id,
  );
  await applyFacts(db, 'sandbox', provider.sendBack(payment, 10_000));
  const shown = await asOperator(service, 'GET', `${path}/${purchase.id}`);
  assert.equal(shown.status, 'partly_returned');
  assert.deepEqual(
    shown.deliveries.map((delivery: { id: string }) => delivery.id),
    [String(id)],
  );
  const said = shown.history.map(({ what }: { what: string }) => what).join('\n');
  assert.match(said, /^The checkout of 100 credits for ₹500\.00 began\./);
  assert.match(said, /The provider captured ₹500\.00/);
  assert.match(said, /The account got 100 credits for ₹500\.00/);
  assert.match(said, /₹100\.00 went back to the buyer/);
  assert.doesNotMatch(said, /undefined|null/);
});

test('asking the provider settles money whose delivery was lost', async () => {
  const { purchase, account } = await bought('asked');
  assert.equal((await balanceOf(db, account)).balance, 0);
  const answer = await asOperator(service, 'POST', `${path}/${purchase.id}/question`);
  assert.deepEqual([answer.status, answer.paid], ['granted', 50_000]);
  assert.equal((await balanceOf(db, account)).balance, 100);
  await asOperator(service, 'POST', `${path}/${purchase.id}/question`);
  assert.equal((await balanceOf(db, account)).balance, 100);
});

test('money that the bank has authorised is on its way until it is captured', async () => {
  const { purchase, reference } = await bought('authorised');
  const told = provider.pay(reference, { id: 'pay_authorised', status: 'authorized' });
  await applyFacts(db, 'sandbox', told);
  assert.equal((await search(purchase.id))[0]?.status, 'on_its_way');
  assert.equal((await search(purchase.id, '&status=open')).length, 0);
  assert.equal((await search(purchase.id, '&status=on_its_way')).length, 1);
});

const unmatched = '/api/v1/admin/billing/unmatched-payments';
const attach = (payment_id: string, account_id: string, more: object = {}) =>
  service.admin('POST', unmatched, {
    ...{ provider: 'sandbox', payment_id, account_id, plan_id: 'topup_100', reason: 'a test' },
    ...more,
  });

test('a payment without a purchase is listed, and is attached to an account once', async () => {
  const payment = await givenUnmatched(db, 'pay_of_nobody', { amountPaise: 45_000 });
  const { account, accountId } = await givenAccount(db);
  const listed = async () =>
    (await asOperator(service, 'GET', unmatched)).items.map(
      ({ payment_id }: { payment_id: string }) => payment_id,
    );
  assert.deepEqual(await listed(), [payment]);
  const answers = await Promise.all([1, 2, 3].map(() => attach(payment, accountId)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409]);
  const { id: attached, status, amount, paid } = answers.find(({ statusCode }) => statusCode === 200)!.json();
  assert.deepEqual([status, amount, paid], ['granted', 45_000, 45_000]);
  assert.equal((await balanceOf(db, account)).balance, 100);
  assert.deepEqual(await listed(), []);
  const asked = await service.admin('POST', `${path}/${attached}/question`);
  assert.deepEqual([asked.statusCode, asked.json().paid], [200, 45_000]);
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/alerts?kind=payment_unmatched');
  assert.ok(items.every(({ closed_at }: { closed_at: string | null }) => closed_at !== null));
});

test('a payment with another amount than its purchase is attached, and its purchase stays open', async () => {
  const owner = await givenAccount(db, { accountId: 'paid-less' });
  const { purchase, reference } = await givenPurchase(db, provider, {
    plan: 'topup_100',
    account: owner.account,
  });
  await applyFacts(db, 'sandbox', provider.pay(reference, { id: 'pay_less', amountPaise: 40_000 }));
  const [found] = (await asOperator(service, 'GET', unmatched)).items;
  assert.deepEqual([found.payment_id, found.purchase_id], ['pay_less', purchase.id]);
  assert.equal((await attach('pay_less', 'paid-less', { plan_id: 'topup_20' })).statusCode, 200);
  assert.equal((await balanceOf(db, owner.account)).balance, 20);
  assert.equal((await search(purchase.id))[0]?.status, 'open');
});

test('a payment that a purchase of a closed account holds is attached to another account', async () => {
  const payment = await givenUnmatched(db, 'pay_of_leaver');
  const leaver = await givenAccount(db, { accountId: 'leaver' });
  const { purchase } = await givenPurchase(db, provider, { plan: 'topup_20', account: leaver.account });
  await insertReference(db, purchase, payment, new Date());
  await closeAccountRow(db, { id: leaver.account, account_id: 'leaver' }, { as: 'closed_1', at: new Date() });

  const refused = await attach(payment, 'closed_1');
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'not_found']);
  const { account, accountId } = await givenAccount(db);
  const attached = await attach(payment, accountId);
  assert.equal(attached.statusCode, 200, attached.body);
  assert.deepEqual([attached.json().status, attached.json().paid], ['granted', 50_000]);
  assert.equal((await balanceOf(db, account)).balance, 100);
  assert.deepEqual(
    (await search(payment)).map(({ id }) => id),
    [attached.json().id],
  );
});

test('a payment that another purchase holds is not attached, and nothing is written', async () => {
  const payment = await givenUnmatched(db, 'pay_held', { amountPaise: 45_000 });
  const holder = await givenAccount(db);
  const { purchase } = await givenPurchase(db, provider, { plan: 'topup_20', account: holder.account });
  await insertReference(db, purchase, payment, new Date());

  const { account, accountId } = await givenAccount(db);
  const entries = async () => (await asOperator(service, 'GET', '/api/v1/admin/audit')).items[0].id;
  const before = await entries();
  const refused = await attach(payment, accountId);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'payment_not_attachable']);
  assert.match(refused.json().detail, /belongs to another purchase/);
  assert.deepEqual(await idsOf(accountId), []);
  assert.equal((await balanceOf(db, account)).balance, 0);
  assert.equal(await entries(), before);
});

test('what is not captured, in another currency or of a subscription is not attached, and a plan is no pack', async () => {
  const { accountId } = await givenAccount(db);
  for (const [id, payment, said] of [
    ['pay_early', { status: 'authorized' }, /not captured/],
    ['pay_back', { status: 'refunded' }, /went back/],
    ['pay_dollar', { currency: 'USD' }, /It is in USD/],
    ['pay_period', { invoice: 'inv_1' }, /pays for a subscription/],
  ] as const) {
    await givenUnmatched(db, id, payment);
    const answer = await attach(id, accountId);
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_not_attachable']);
    assert.match(answer.json().detail, said);
  }
  await givenUnmatched(db, 'pay_for_plan');
  const plan = await attach('pay_for_plan', accountId, { plan_id: 'growth' });
  assert.match(plan.body, /Choose a pack/);
});

test('purchases come in pages, in the order that is asked for', async () => {
  const { account } = await givenAccount(db);
  for (const plan of ['topup_20', 'topup_500', 'topup_20'])
    await givenPurchase(db, provider, { plan, account });
  const inPages = async (order: string) => {
    const rows: DeskPurchase[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await asOperator(service, 'GET', `${path}?limit=2&order=${order}&cursor=${cursor}`);
      rows.push(...page.items);
      cursor = page.next_cursor;
    }
    return rows;
  };
  const newest = await inPages('newest');
  const { rows } = await service.database.pool.query('select count(*)::int as count from purchase');
  assert.equal(newest.length, rows[0].count);
  const moments = newest.map(({ created_at }) => created_at);
  assert.deepEqual(moments, moments.toSorted().reverse());
  assert.deepEqual(await inPages('oldest'), newest.toReversed());
  const highest = await inPages('highest');
  const prices = highest.map(({ amount }) => amount);
  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => b - a),
  );
  assert.ok(new Set(prices).size > 1);
  assert.deepEqual(await inPages('lowest'), highest.toReversed());
  assert.equal(new Set(highest.map(({ id }) => id)).size, newest.length);
});
