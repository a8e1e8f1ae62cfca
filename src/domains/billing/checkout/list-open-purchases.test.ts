import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase } from '#test/support/purchases.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
const provider = memoryProvider();
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

/** A checkout of a pack that began this many minutes ago. */
async function begun(account: number, minutesAgo: number) {
  const { db } = service.database;
  const made = await givenPurchase(db, provider, { plan: 'topup_100', account });
  const created_at = new Date(Date.now() - minutesAgo * 60_000);
  await db.updateTable('purchase').set({ created_at }).where('id', '=', made.purchase.id).execute();
  return made.reference;
}

async function openOf(accountId: string): Promise<[reference: string, status: string, advice: string][]> {
  const answer = await service.internal('GET', `/internal/billing/open-purchases/${accountId}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer
    .json()
    .items.map((item: Record<string, string>) => [item.payment_reference, item.status, item.what_to_do]);
}

const paymentOf = (order: string, status: 'failed' | 'authorized') => ({
  kind: 'payment' as const,
  payment: {
    ...{ id: `pay_${order}`, status, amountPaise: 50_000, currency: 'INR', order, invoice: null },
    ...{ method: 'upi', failure: status === 'failed' ? 'declined' : null },
  },
  at: new Date(),
});

test('a checkout is listed with what to do until its money arrives', async () => {
  const { db } = service.database;
  const { account, accountId } = await givenAccount(db);
  const [paid, failed, begunOne, waiting] = [
    await begun(account, 40),
    await begun(account, 30),
    await begun(account, 20),
    await begun(account, 10),
  ];
  await begun(account, 8 * 24 * 60);
  await applyFacts(db, provider.name, provider.pay(paid, {}, new Date()));
  await applyFacts(db, provider.name, [paymentOf(failed, 'failed'), paymentOf(begunOne, 'authorized')]);
  const open = await openOf(accountId);
  assert.deepEqual(
    open.map(([reference, status]) => [reference, status]),
    [
      [waiting, 'waiting'],
      [begunOne, 'processing'],
      [failed, 'failed'],
    ],
  );
  for (const [, status, advice] of open)
    assert.match(advice, status === 'failed' ? /pay again\.$/ : /do not pay again/i);

  // The later one is paid: what was abandoned before it is left out, and what the bank works on is not.
  await applyFacts(db, provider.name, provider.pay(waiting, {}, new Date()));
  assert.deepEqual(
    (await openOf(accountId)).map(([reference]) => reference),
    [begunOne],
  );
});
