import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { balanceOf, reconcileLedger } from '#domains/credits/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator } from '#test/support/kit.ts';
import { spendOne } from '#test/support/ledger/statements.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPaidPack, givenSubscription, ledgerOf } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { refundsToSend } from '../money/refund-requests.ts';
import { sendRefund } from '../money/send-refund.ts';
import { Payments } from '../payments-port.ts';

const provider = memoryProvider();
const service = await testService();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;

type Paid = Awaited<ReturnType<typeof givenPaidPack>>;
const pathOf = ({ purchase_id }: Paid) => `/api/v1/admin/billing/purchases/${purchase_id}`;
const refundPath = (paid: Paid) => `${pathOf(paid)}/payments/${paid.payment_id}/refund`;
const ask = (paid: Paid, amount: number) =>
  service.admin('POST', refundPath(paid), {
    amount,
    reason: 'Bought twice by mistake',
  });
const shown = (paid: Paid) => asOperator(service, 'GET', pathOf(paid));
const spend = (account: number, amount: number) => spendOne(pool, { account, amount, key: randomUUID() });
const balances = async ({ account }: Paid) => {
  const { balance, held } = await balanceOf(db, account);
  return { balance, held };
};
/** Runs the jobs of refunds that wait, as the queue does. */
async function sendAll() {
  for (const { id } of await refundsToSend(db)) await runJob(service, sendRefund, { request: id });
}
const alertsOf = async ({ purchase_id }: Paid) =>
  (
    await pool.query('select kind from operator_alert where subject = $1 and resolved_at is null', [
      purchase_id,
    ])
  ).rows;

test('a part of a payment goes back: its credits are kept aside at once, then taken', async () => {
  const paid = await givenPaidPack(db, provider);
  const preview = await asOperator(service, 'GET', `${refundPath(paid)}?amount=10000`);
  assert.deepEqual(
    [preview.refundable, preview.credits_taken, preview.balance_after, preview.note],
    [50_000, 20, 80, null],
  );
  const answer = await ask(paid, 10_000);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(await balances(paid), { balance: 80, held: 20 });
  assert.equal((await shown(paid)).refunds[0].status, 'asked');
  await sendAll();
  assert.deepEqual(await balances(paid), { balance: 80, held: 0 });
  const { refunds, status, returned, paid: received, history } = await shown(paid);
  assert.deepEqual([refunds[0].status, status, returned], ['processed', 'partly_returned', 10_000]);
  assert.equal(provider.heldOf(paid.payment_id), received - returned);
  assert.match(
    history.map(({ what }: { what: string }) => what).join('\n'),
    /asked for a refund of ₹100\.00\. Reason: Bought twice by mistake\./,
  );
});

test('used credits are not paid back, also when three ask at once', async () => {
  const paid = await givenPaidPack(db, provider);
  await spend(paid.account, 41);
  const refused = await ask(paid, 30_000);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'refund_not_possible']);
  assert.equal(refused.json().refundable, 29_500);
  assert.match(refused.json().detail, /59 of its 100 credits are not used/);
  const answers = await Promise.all([29_500, 29_500, 29_500].map((amount) => ask(paid, amount)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409]);
  assert.deepEqual(await balances(paid), { balance: 0, held: 59 });
  await sendAll();
  assert.deepEqual(await balances(paid), { balance: 0, held: 0 });
  assert.equal(provider.heldOf(paid.payment_id), 20_500);
  assert.match((await ask(paid, 100)).json().detail, /used or expired/);
});

test('parts that are asked for one after the other end with the whole payment', async () => {
  const paid = await givenPaidPack(db, provider);
  for (const amount of [333, 16_667, 33_000]) assert.equal((await ask(paid, amount)).statusCode, 200);
  assert.match((await ask(paid, 100)).json().detail, /All of the payment/);
  await sendAll();
  assert.deepEqual(await balances(paid), { balance: 0, held: 0 });
  assert.equal((await shown(paid)).status, 'returned');
});

test('a lost answer sends the money once, and the credits stay aside until it is known', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 50_000);
  provider.losesAnswer = true;
  await assert.rejects(sendAll());
  assert.deepEqual(await balances(paid), { balance: 0, held: 100 });
  // The provider's own delivery comes before the next try, and ends the request.
  await applyFacts(db, 'sandbox', await provider.factsOf(paid.reference));
  assert.deepEqual([(await shown(paid)).refunds[0].status, await refundsToSend(db)], ['processed', []]);
  assert.deepEqual(await balances(paid), { balance: 0, held: 0 });
  const rows = await ledgerOf(db, paid.purchase_id);
  assert.deepEqual(
    rows.map(({ kind, amount }) => [kind, amount]),
    [
      ['payment', 50_000],
      ['refund', 50_000],
    ],
  );
  assert.deepEqual(await alertsOf(paid), []);
});

test('a refund that the provider refuses frees the credits, raises an alert, and can be asked for again', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 25_000);
  provider.trouble = 'refused';
  await sendAll();
  provider.trouble = null;
  assert.deepEqual(await balances(paid), { balance: 100, held: 0 });
  assert.deepEqual(await alertsOf(paid), [{ kind: 'refund_failed' }]);
  const [refund] = (await shown(paid)).refunds;
  assert.deepEqual([refund.status, refund.refusal], ['refused', 'the provider is in trouble']);
  await ask(paid, 25_000);
  await sendAll();
  assert.deepEqual(await balances(paid), { balance: 50, held: 0 });
  assert.deepEqual(await alertsOf(paid), []);
});

test('a pending refund keeps its credits aside, and one that fails frees them', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 25_000);
  const known = provider.refund;
  provider.refund = async (wanted) => ({ ...(await known(wanted)), status: 'pending' });
  await sendAll();
  provider.refund = known;
  assert.deepEqual(await balances(paid), { balance: 50, held: 50 });
  assert.equal((await shown(paid)).refunds[0].status, 'pending');
  const facts = await provider.factsOf(paid.reference);
  const failed = facts.flatMap((fact) =>
    fact.kind === 'refund' ? [{ ...fact, refund: { ...fact.refund, status: 'failed' as const } }] : [],
  );
  await applyFacts(db, 'sandbox', failed);
  await applyFacts(db, 'sandbox', failed);
  assert.deepEqual(await balances(paid), { balance: 100, held: 0 });
  assert.equal((await shown(paid)).refunds[0].status, 'failed');
  const { items } = await asOperator(service, 'GET', `/api/v1/admin/alerts?subject=${paid.purchase_id}`);
  assert.deepEqual([items[0].kind, items[0].times], ['refund_failed', 1]);
});

test('a part whose answer was lost is reported, and no more than its credits are aside', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 25_000);
  provider.losesAnswer = true;
  await assert.rejects(sendAll());
  await applyFacts(db, 'sandbox', await provider.factsOf(paid.reference));
  assert.deepEqual(await balances(paid), { balance: 50, held: 0 });
});

test('a refund that was carried out and then refused, because the provider forgot its key, is a refund', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 50_000);
  provider.losesAnswer = true;
  await assert.rejects(sendAll());
  provider.trouble = 'refused';
  await sendAll();
  provider.trouble = null;
  assert.deepEqual(await alertsOf(paid), [{ kind: 'refund_failed' }]);
  await applyFacts(db, 'sandbox', await provider.factsOf(paid.reference));
  const { refunds, returned } = await shown(paid);
  assert.deepEqual([refunds[0].status, refunds[0].refusal, returned], ['processed', null, 50_000]);
  assert.deepEqual([await balances(paid), await alertsOf(paid)], [{ balance: 0, held: 0 }, []]);
});

test('a refund that was left for hours is asked about before it is sent again', async () => {
  const paid = await givenPaidPack(db, provider);
  await ask(paid, 25_000);
  provider.losesAnswer = true;
  await assert.rejects(sendAll());
  await pool.query("update refund_request set asked_at = asked_at - interval '2 hours' where purchase = $1", [
    paid.purchase_id,
  ]);
  // By now the provider would take the same call for another refund.
  const known = provider.refund;
  provider.refund = () => assert.fail('it was sent twice');
  await sendAll();
  provider.refund = known;
  assert.equal((await shown(paid)).refunds[0].status, 'processed');
  assert.equal(provider.heldOf(paid.payment_id), 25_000);
});

test('credits that are spent while a refund is asked for are not paid back', async () => {
  const paid = await givenPaidPack(db, provider);
  const client = await pool.connect();
  await client.query('begin');
  await spendOne(client, { account: paid.account, amount: 60, key: randomUUID() });
  const asked = ask(paid, 50_000);
  await eventually(async () => {
    const { rows } = await pool.query(
      'select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())',
    );
    assert.ok(rows.length > 0);
  });
  await client.query('commit');
  client.release();
  const answer = await asked;
  assert.deepEqual([answer.statusCode, answer.json().refundable], [409, 20_000]);
  assert.deepEqual(await balances(paid), { balance: 40, held: 0 });
});

test('a disputed payment is not refunded', async () => {
  const paid = await givenPaidPack(db, provider);
  await applyFacts(db, 'sandbox', provider.argue(paid.payment_id, 'open'));
  assert.match((await ask(paid, 100)).json().detail, /disputed/);
});

test('a refund of a subscription leaves it running unless it is cancelled with it', async () => {
  for (const cancel_subscription of [false, true]) {
    const { accountId, reference } = await givenSubscription(db, provider, { plan: 'growth' });
    const { items } = await asOperator(service, 'GET', `/api/v1/admin/billing/purchases?q=${reference}`);
    const path = `/api/v1/admin/billing/purchases/${items[0].id}/payments/${items[0].payments[0]}/refund`;
    const preview = await asOperator(service, 'GET', path);
    assert.deepEqual([preview.is_subscription, preview.refundable], [true, 39_900]);
    assert.ok(preview.renews_at);
    await asOperator(service, 'POST', path, { amount: 39_900, reason: 'By mistake', cancel_subscription });
    await sendAll();
    const { plan, renewals } = (await service.internal('GET', `/internal/billing/plan/${accountId}`)).json();
    assert.deepEqual([plan, renewals.length], [null, cancel_subscription ? 0 : 1]);
  }
});

test('the books of credits agree after all of this', async () => {
  assert.deepEqual(await reconcileLedger(db), []);
});
