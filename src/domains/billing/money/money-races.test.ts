import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { balanceOf } from '#domains/credits/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import {
  anotherReference,
  applyFacts,
  givenOnboarded,
  givenPaidCheckout,
  givenPurchase,
  ledgerOf,
} from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { issueDocument } from '../documents/issue-document.ts';
import { Payments } from '../payments-port.ts';
import { refundDuplicate } from './refund-duplicate.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
const march = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
const paymentIn = ([fact]: ProviderFact[]) => (fact!.kind === 'payment' ? fact!.payment.id : '');
const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);

for (const plan of ['topup_20', 'growth']) {
  test(`two checkouts of one purchase of ${plan}, both paid at once, give one grant and one refund`, async () => {
    const { account } = await givenAccount(db);
    const { purchase, reference } = await givenPurchase(db, provider, { plan, account });
    const { reference: other } = await anotherReference(db, provider, purchase, `a lost answer ${plan}`);
    const pay = (at: string) => (plan === 'growth' ? provider.charge(at, march) : provider.pay(at));
    const [one, two] = [pay(reference), pay(other)];
    const jobs = (await Promise.all([one, two, one, two].map(apply))).flat();
    for (const { id, payload } of jobs)
      if (id === refundDuplicate.id) await runJob(service, refundDuplicate, payload);

    const rows = (await ledgerOf(db, purchase.id)).map(({ kind, outcome }) => outcome ?? kind);
    assert.deepEqual(rows.toSorted(), ['duplicate', 'granted', 'payment_correction']);
    const held = [one, two].map((facts) => provider.heldOf(paymentIn(facts)));
    assert.deepEqual(held.toSorted(), [0, purchase.amount_paise]);
    const { rows: lots } = await pool.query('select granted from credit_lot where account = $1', [account]);
    assert.deepEqual(lots, [{ granted: purchase.credits }]);
  });
}

test('a duplicate that goes back while its purchase is claimed belongs to the account', async () => {
  const { purchase, token } = await givenPaidCheckout(db, provider);
  const { reference: other } = await anotherReference(db, provider, purchase, 'a lost answer, unclaimed');
  const again = provider.charge(other, march);
  await apply(again);
  const { refund } = provider;
  provider.refund = async (wanted) => {
    const claimed = await service.internal('POST', '/internal/billing/claim', { token, account_id: 'late' });
    assert.equal(claimed.statusCode, 200, claimed.body);
    return refund(wanted);
  };
  await runJob(service, refundDuplicate, { provider: 'sandbox', payment: paymentIn(again) });
  provider.refund = refund;
  const rows = await ledgerOf(db, purchase.id);
  assert.equal(rows.length, 3);
  assert.equal(new Set(rows.map(({ account }) => account)).size, 1);
});

test('50 payments at once have 50 invoices, numbered from 1 without a gap', async () => {
  const { account } = await givenAccount(db, { accountId: 'many-packs' });
  await givenOnboarded(service, 'many-packs');
  const paid: ProviderFact[][] = [];
  for (let pack = 0; pack < 50; pack += 1) {
    const { reference } = await givenPurchase(db, provider, { plan: 'topup_20', account });
    paid.push(provider.pay(reference));
  }
  await Promise.all(
    paid.map(async (facts) => {
      for (const { id, payload } of await apply(facts))
        if (id === issueDocument.id) await runJob(service, issueDocument, payload);
    }),
  );
  assert.equal((await balanceOf(db, account)).balance, 50 * 20);
  const { rows } = await pool.query<{ serial: number }>('select serial from tax_document order by serial');
  assert.deepEqual(
    rows.map(({ serial }) => serial),
    Array.from({ length: 50 }, (_, at) => at + 1),
  );
});
