import fc from 'fast-check';
import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { Purchase } from '#domains/billing/purchases.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { givenAccount } from './kit.ts';
import type { MemoryProvider } from './memory-provider.ts';
import { anotherReference, givenPurchase } from './purchases.ts';

/** What buyers and banks do around one purchase. */
export interface Story {
  plan: 'starter' | 'growth' | 'topup_20' | 'topup_100';
  /** Sold to a stranger, who claims it some time. */
  isPublic: boolean;
  payments: {
    /** At a second order or subscription of the same purchase. */
    elsewhere: boolean;
    /** Of a subscription: the number of the period. */
    period: number;
    firstFails: boolean;
    /** A rupee less than the price. */
    isShort: boolean;
    /** In percent of the price. */
    back: number;
    dispute: 'none' | 'open' | 'won' | 'closed' | 'lost';
  }[];
}

export const stories: fc.Arbitrary<Story[]> = fc.array(
  fc.record({
    plan: fc.constantFrom('starter', 'growth', 'topup_20', 'topup_100'),
    isPublic: fc.boolean(),
    payments: fc.array(
      fc.record({
        elsewhere: fc.nat({ max: 3 }).map((dice) => dice === 0),
        period: fc.nat({ max: 2 }),
        firstFails: fc.boolean(),
        isShort: fc.nat({ max: 9 }).map((dice) => dice === 0),
        back: fc.constantFrom(0, 0, 0, 0, 33, 50, 100),
        dispute: fc.constantFrom('none', 'none', 'none', 'open', 'won', 'closed', 'lost'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 4, maxLength: 10 },
);

export interface Told {
  purchase: Purchase;
  account: number;
  accountId: string;
  /** Those that paid the price. */
  payments: string[];
  facts: ProviderFact[];
}

const periodOf = (number: number) => ({
  start: new Date(Date.UTC(2026, 2 + number, 1)),
  end: new Date(Date.UTC(2026, 3 + number, 1)),
});

/** Lets it happen at the provider; gives what that would deliver. */
export async function tell(db: Db, provider: MemoryProvider, story: Story): Promise<Told> {
  const isPack = story.plan.startsWith('topup');
  const owner = await givenAccount(db);
  const bought = isPack || !story.isPublic ? owner.account : null;
  const { purchase, reference } = await givenPurchase(db, provider, { plan: story.plan, account: bought });
  const other = (await anotherReference(db, provider, purchase, newId('lost'))).reference;
  const told: Told = { purchase, ...owner, payments: [], facts: [] };
  for (const paid of story.payments) {
    const at = paid.elsewhere ? other : reference;
    const id = newId('pay');
    if (isPack && paid.firstFails) told.facts.push(...provider.pay(at, { id, status: 'failed' }));
    const amountPaise = purchase.amount_paise - (isPack && paid.isShort ? 100 : 0);
    const facts = isPack
      ? provider.pay(at, { id, status: 'captured', amountPaise })
      : provider.charge(at, periodOf(paid.period));
    const payment = isPack ? id : idIn(facts);
    told.facts.push(...facts);
    if (amountPaise === purchase.amount_paise) told.payments.push(payment);
    const back = Math.floor((amountPaise * paid.back) / 100);
    if (back > 0) told.facts.push(...provider.sendBack(payment, back));
    if (paid.dispute === 'none') continue;
    told.facts.push(...provider.argue(payment, 'open'));
    // A bank doesn't take what went back already.
    const end = paid.dispute === 'lost' && back > 0 ? 'closed' : paid.dispute;
    if (end !== 'open') told.facts.push(...provider.argue(payment, end));
  }
  return told;
}

const idIn = ([fact]: ProviderFact[]): string => (fact?.kind === 'payment' ? fact.payment.id : '');
