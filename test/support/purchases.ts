import type { Db, Phase } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { applyFact } from '#domains/billing/money/apply-fact.ts';
import { planById } from '#domains/billing/plans.ts';
import { insertPurchase, insertReference, type Purchase } from '#domains/billing/purchases.ts';
import type { ProviderFact, ProviderName } from '#platform/payments/port.ts';
import type { MemoryProvider } from './memory-provider.ts';

/** A purchase with one reference, as a checkout leaves it. */
export async function givenPurchase(
  db: Db,
  provider: MemoryProvider,
  { plan: planId, account }: { plan: string; account: number | null },
): Promise<{ purchase: Purchase; reference: string }> {
  const plan = planById(planId)!;
  const purchase: Purchase = {
    id: newId('pur'),
    plan: plan.id,
    kind: plan.kind,
    account,
    provider: provider.name,
    amountPaise: plan.amount,
    credits: plan.credits,
    notifyEmail: '',
    createdAt: new Date('2026-03-01T00:00:00Z'),
  };
  await insertPurchase(db, purchase);
  const { reference } = await anotherReference(db, provider, purchase);
  return { purchase, reference };
}

/** A further order or subscription for a purchase, as a repeat after a lost answer can leave one. */
export async function anotherReference(
  db: Db,
  provider: MemoryProvider,
  purchase: Purchase,
  alias = purchase.id,
) {
  const plan = planById(purchase.plan)!;
  const terms = {
    purchase: alias,
    plan: { id: plan.id, name: plan.name, amountPaise: purchase.amountPaise },
  };
  const { reference } =
    purchase.kind === 'monthly'
      ? await provider.createSubscription(terms)
      : await provider.createOrder({ ...terms, amountPaise: purchase.amountPaise, description: plan.name });
  await insertReference(db, purchase, reference, purchase.createdAt);
  return { reference };
}

/** What was enqueued while facts were applied. */
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
