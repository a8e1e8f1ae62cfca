import { packExpiry } from '#domains/credits/index.ts';

export const currency = 'INR';

/** Provider payment statuses, lowest rank first. A payment that failed can still be authorised later. */
export const paymentRanks = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export const failedRank = paymentRanks.indexOf('failed');
export const authorisedRank = paymentRanks.indexOf('authorized');
export const capturedRank = paymentRanks.indexOf('captured');
export const refundedRank = paymentRanks.indexOf('refunded');

export const refundRanks = ['pending', 'failed', 'processed'] as const;
export const pendingRank = refundRanks.indexOf('pending');
export const processedRank = refundRanks.indexOf('processed');

export const disputeRanks = ['open', 'closed', 'won', 'lost'] as const;
export const openRank = disputeRanks.indexOf('open');
export const lostRank = disputeRanks.indexOf('lost');

/** Tie-breaker for events with the same timestamp. The last three are final. */
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
/** The provider may charge again without further action. */
export const mayBeCharged: readonly SubscriptionStatus[] = ['created', 'authenticated', 'active', 'pending'];
/** A plan lasts this long after its paid period while a charge may still come. */
export const graceDays = 3;
/**
 * Providers can't undo a cancellation, so one is passed on this long before the paid period ends. Until then the customer can undo
 * it. Debits are announced to customers a day or two before them, so none is announced any more.
 */
export const keptBackDays = 3;
export const isOver = (status: SubscriptionStatus): boolean =>
  status === 'cancelled' || status === 'completed' || status === 'expired';

export interface MoneyBack {
  /** In paise: what refunds and lost disputes have returned. */
  refundedPaise: number;
  lostPaise: number;
  /** The sum of refunds that are pending or have failed. */
  unmovedPaise: number;
  /** The provider calls the payment refunded, which it does while a refund is pending too. Its refunds may not be known yet. */
  isRefunded: boolean;
}

/** How much of a payment went back, in paise. A refund that is pending can still fail. */
export const takenBack = (
  amountPaise: number,
  { refundedPaise, lostPaise, unmovedPaise, isRefunded }: MoneyBack,
): number =>
  Math.min(amountPaise, Math.max(refundedPaise + lostPaise, isRefunded ? amountPaise - unmovedPaise : 0));

/** The credits that go back with the money. A part of a credit stays with the customer. */
export const creditsToReverse = (credits: number, amountPaise: number, backPaise: number): number =>
  Math.floor((credits * backPaise) / amountPaise);

export interface EarlierPayment {
  outcome: 'kept' | 'granted' | 'duplicate' | 'reversed';
  subscription: string | null;
  period_start: Date | null;
}

export interface PaidPeriod {
  subscription: string | null;
  period_start: Date | null;
  /** Periods that start at this time or later are not paid for. */
  stops_at: Date | null;
}

export type DuplicateReason = 'paid_before' | 'other_subscription' | 'period_paid_before' | 'stopped';

/** Why a captured payment is one too many for its purchase, or null. Only payments that still count matter. */
export function duplicateReason(
  paid: PaidPeriod,
  earlier: readonly EarlierPayment[],
): DuplicateReason | null {
  const counting = earlier.filter(({ outcome }) => outcome === 'kept' || outcome === 'granted');
  if (paid.subscription === null) return counting.length > 0 ? 'paid_before' : null;
  if (counting.some(({ subscription }) => subscription !== paid.subscription)) return 'other_subscription';
  const start = paid.period_start?.getTime();
  if (counting.some(({ period_start }) => period_start?.getTime() === start)) return 'period_paid_before';
  return paid.stops_at !== null && paid.period_start !== null && paid.period_start >= paid.stops_at
    ? 'stopped'
    : null;
}

/** When the credits of a payment expire: with the period, or a year after a pack was paid for. Exclusive. */
export const creditsExpiry = (paid: { period_end: Date | null; occurred_at: Date }): Date =>
  paid.period_end ?? packExpiry(paid.occurred_at);
