import assert from 'node:assert/strict';
import { daysAfter } from '#core/clock.ts';
import type { Db, Phase } from '#core/context.ts';
import { digest, newId } from '#core/ids.ts';
import { claimToken } from '#domains/billing/claims/claim-token.ts';
import { storeDelivery } from '#domains/billing/deliveries/deliveries.ts';
import { applyFact } from '#domains/billing/money/apply-fact.ts';
import { type Plan, termsOf } from '#domains/billing/plans.ts';
import { insertPurchase, insertReference, type Purchase } from '#domains/billing/purchases.ts';
import type {
  PaymentProvider,
  ProviderFact,
  ProviderName,
  ProviderPayment,
} from '#platform/payments/port.ts';
import { givenAccount } from './kit.ts';
import type { MemoryProvider } from './memory-provider.ts';
import { planNamed } from './plans.ts';
import { writeFacts } from './provider-facts.ts';
import { type TestService, testSecrets } from './service.ts';
import { givenVerified } from './whatsapp.ts';

/** A purchase with one reference, as a checkout leaves it. */
export async function givenPurchase(
  db: Db,
  provider: PaymentProvider,
  { plan: wanted, account }: { plan: string | Plan; account: number | null },
): Promise<{ purchase: Purchase; reference: string }> {
  const plan = typeof wanted === 'string' ? planNamed(wanted) : wanted;
  const purchase = await insertPurchase(db, {
    id: newId('pur'),
    plan: plan.id,
    kind: plan.kind,
    account,
    provider: provider.name,
    amount_paise: plan.amount,
    credits: plan.credits,
    terms: termsOf(plan),
    created_at: new Date('2026-03-01T00:00:00Z'),
  });
  const { reference } = await anotherReference(db, provider, purchase);
  return { purchase, reference };
}

/** A further order or subscription for a purchase, as a repeat after a lost answer can leave one. */
export async function anotherReference(
  db: Db,
  provider: PaymentProvider,
  purchase: Purchase,
  alias = purchase.id,
) {
  const plan = purchase.terms;
  const terms = {
    purchase: alias,
    plan: { id: plan.id, name: plan.name, amountPaise: purchase.amount_paise },
  };
  const { reference } =
    purchase.kind === 'monthly'
      ? await provider.createSubscription(terms)
      : await provider.createOrder({ ...terms, amountPaise: purchase.amount_paise, description: plan.name });
  await insertReference(db, purchase, reference, purchase.created_at);
  return { reference };
}

/** Jobs enqueued while facts were applied. */
export type Enqueued = { id: string; payload: object }[];

/** Applies facts one after the other, each in its transaction. Gives the jobs that they enqueued. */
export async function applyFacts(
  db: Db,
  provider: ProviderName,
  facts: readonly ProviderFact[],
): Promise<Enqueued> {
  const jobs: Enqueued = [];
  for (const fact of facts) {
    await db.transaction().execute((transaction) => {
      const phase: Phase = {
        db: transaction,
        audit: () => {},
        enqueue: ({ id }, payload) => void jobs.push({ id, payload }),
        afterCommit: () => {},
      };
      return applyFact(phase, provider, fact);
    });
  }
  return jobs;
}

/** A pack of 100 credits that an account paid ₹500 for. */
export async function givenPaidPack(db: Db, provider: MemoryProvider, accountId?: string) {
  const owner = await givenAccount(db, { accountId });
  const { purchase, reference } = await givenPurchase(db, provider, {
    plan: 'topup_100',
    account: owner.account,
  });
  const facts = provider.pay(reference, {}, new Date());
  await applyFacts(db, provider.name, facts);
  const [fact] = facts;
  assert.ok(fact?.kind === 'payment');
  return { ...owner, purchase_id: purchase.id, reference, payment_id: fact.payment.id };
}

/** Money of ₹500 that no purchase knows, as a payment by a link of the provider leaves it. Gives its id. */
export async function givenUnmatched(
  db: Db,
  id: string,
  payment: Partial<ProviderPayment> = {},
): Promise<string> {
  const told: ProviderPayment = {
    ...{ id, status: 'captured', amountPaise: 50_000, currency: 'INR', order: null, invoice: null },
    ...{ method: 'upi', failure: null, ...payment },
  };
  await applyFacts(db, 'sandbox', [{ kind: 'payment', payment: told, at: new Date('2026-03-01T00:00:00Z') }]);
  return id;
}

/** An account that has bought a monthly plan: it was charged for a period of 30 days from now. */
export async function givenSubscription(
  db: Db,
  provider: MemoryProvider,
  { accountId, plan }: { accountId?: string; plan: string },
): Promise<{ accountId: string; reference: string }> {
  const owner = await givenAccount(db, { accountId });
  const { reference } = await givenPurchase(db, provider, { plan, account: owner.account });
  const start = new Date();
  await applyFacts(db, provider.name, provider.charge(reference, { start, end: daysAfter(start, 30) }));
  return { accountId: owner.accountId, reference };
}

/** A public checkout that was paid for a period of 30 days from now. */
export async function givenPaidCheckout(db: Db, provider: MemoryProvider, plan = 'growth') {
  const made = await givenPurchase(db, provider, { plan, account: null });
  const start = new Date();
  await applyFacts(db, provider.name, provider.charge(made.reference, { start, end: daysAfter(start, 30) }));
  return { ...made, token: claimToken(testSecrets.suppression_pepper, made.purchase.id) };
}

/** An account that may buy. */
export async function givenOnboarded(
  service: TestService,
  accountId: string,
  email = `${accountId}@example.com`,
  profile: object = {},
): Promise<void> {
  const response = await service.internal('POST', '/internal/identity/onboarding/start', {
    account_id: accountId,
    email,
    first_name: 'Leela',
    last_name: 'Example',
    address_line1: '12 Example Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    ...profile,
  });
  assert.equal(response.statusCode, 200, response.body);
  await givenVerified(service.database.db, undefined, { accountId });
}

/** Stores a delivery, by default one without facts. */
export async function givenDelivery(db: Db, facts: readonly ProviderFact[] = []): Promise<number> {
  const body = Buffer.from(writeFacts(facts));
  const { id } = await storeDelivery(db, {
    provider: 'sandbox',
    digest: digest(newId('delivery')),
    event: null,
    type: 'facts',
    body,
    received_at: new Date('2026-03-01T00:00:00Z'),
  });
  return id;
}

export interface LedgerRow {
  kind: string;
  outcome: string | null;
  amount: number;
  account: number | null;
}

/** The rows of a purchase in the payment ledger, oldest first. */
export async function ledgerOf(db: Db, purchase: string): Promise<LedgerRow[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['kind', 'outcome', 'amount_paise as amount', 'account'])
    .where('purchase', '=', purchase)
    .orderBy('number')
    .execute();
  return rows;
}
