import { packExpiry } from '#domains/credits/index.ts';

export const currency = 'INR';

/** Of payments at the provider, in the order of their ranks. A payment that failed can still be authorised later. */
export const paymentRanks = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export const capturedRank = paymentRanks.indexOf('captured');
export const refundedRank = paymentRanks.indexOf('refunded');

export const refundRanks = ['pending', 'failed', 'processed'] as const;
export const pendingRank = refundRanks.indexOf('pending');
export const processedRank = refundRanks.indexOf('processed');

export const disputeRanks = ['open', 'closed', 'won', 'lost'] as const;
export const openRank = disputeRanks.indexOf('open');
export const lostRank = disputeRanks.indexOf('lost');

/** Of subscriptions told for the same time. The last three are over, and stay so. */
export const subscriptionRanks = [
  'created',
  'authenticated',
  'active',
  'pending',
  'halted',
  'paused',
  'cancelled',
  'completed',
  'expired',
] as const;
export type SubscriptionStatus = (typeof subscriptionRanks)[number];
/** A charge may follow without anybody doing anything. */
export const mayBeCharged: readonly SubscriptionStatus[] = ['created', 'authenticated', 'active', 'pending'];
/** A plan lasts so long after its paid period while a charge may still come. */
export const graceDays = 3;
export const isOver = (status: SubscriptionStatus): boolean =>
  status === 'cancelled' || status === 'completed' || status === 'expired';

export interface MoneyBack {
  /** In paise: what refunds and lost disputes have returned. */
  refunded: number;
  lost: number;
  /** What refunds that are pending or have failed would return. */
  unmoved: number;
  /** The provider calls the payment refunded, which it does while a refund is pending too. Its refunds may not be known yet. */
  isRefunded: boolean;
}

/** How much of a payment went back, in paise. A refund that is pending can still fail. */
export const takenBack = (amountPaise: number, { refunded, lost, unmoved, isRefunded }: MoneyBack): number =>
  Math.min(amountPaise, Math.max(refunded + lost, isRefunded ? amountPaise - unmoved : 0));

/** The credits that go back with the money. A part of a credit stays with the customer. */
export const creditsToReverse = (credits: number, amountPaise: number, backPaise: number): number =>
  Math.floor((credits * backPaise) / amountPaise);

export interface EarlierPayment {
  outcome: 'kept' | 'granted' | 'duplicate' | 'reversed';
  subscription: string | null;
  periodStart: Date | null;
}

export interface PaidPeriod {
  subscription: string | null;
  periodStart: Date | null;
  /** No period that starts at this time or later is wanted. */
  stopsAt: Date | null;
}

export type DuplicateReason = 'paid_before' | 'other_subscription' | 'period_paid_before' | 'stopped';

/** Why a captured payment is one too many for its purchase, or null. Only payments that still count stand in its way. */
export function duplicateReason(
  paid: PaidPeriod,
  earlier: readonly EarlierPayment[],
): DuplicateReason | null {
  const counting = earlier.filter(({ outcome }) => outcome === 'kept' || outcome === 'granted');
  if (paid.subscription === null) return counting.length > 0 ? 'paid_before' : null;
  if (counting.some(({ subscription }) => subscription !== paid.subscription)) return 'other_subscription';
  const start = paid.periodStart?.getTime();
  if (counting.some(({ periodStart }) => periodStart?.getTime() === start)) return 'period_paid_before';
  return paid.stopsAt !== null && paid.periodStart !== null && paid.periodStart >= paid.stopsAt
    ? 'stopped'
    : null;
}

/** When the credits of a payment expire: with the period, or a year after a pack was paid for. Exclusive. */
export const creditsExpiry = ({ periodEnd, paidAt }: { periodEnd: Date | null; paidAt: Date }): Date =>
  periodEnd ?? packExpiry(paidAt);
