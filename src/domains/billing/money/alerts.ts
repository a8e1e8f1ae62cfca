import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Payment } from './payment-ledger.ts';
import type { KnownPayment } from './provider-payments.ts';

export type UnmatchedReason =
  | 'unknown_reference'
  | 'other_amount'
  | 'other_currency'
  | 'invoice_on_a_pack'
  | 'no_period'
  | 'charge_missing';

const subjectOf = ({ provider, id }: Pick<KnownPayment, 'provider' | 'id'>): string => `${provider}:${id}`;

/** Money came in and nothing was granted for it. An operator has to find out why. */
export const alertUnmatched = (db: Db, paid: KnownPayment, reason: UnmatchedReason): Promise<void> =>
  raiseAlert(db, {
    kind: 'payment_unmatched',
    subject: subjectOf(paid),
    details: {
      reason,
      amount_paise: paid.amountPaise,
      currency: paid.currency,
      order: paid.order,
      subscription: paid.subscription,
    },
  });

export const resolveUnmatched = (db: Db, paid: KnownPayment): Promise<void> =>
  resolveAlert(db, { kind: 'payment_unmatched', subject: subjectOf(paid) });

/** Money went back whose credits were no longer there to take. */
export async function alertShortfall(db: Db, payment: Payment): Promise<void> {
  if (payment.creditsShort === 0) return;
  await raiseAlert(db, {
    kind: 'credits_short',
    subject: payment.id,
    details: { provider_payment_id: payment.providerPaymentId, credits_short: payment.creditsShort },
  });
}

/** The provider won't send a duplicate payment back. */
export const alertCorrection = (db: Db, provider: string, payment: string, why: string): Promise<void> =>
  raiseAlert(db, {
    kind: 'payment_correction_failed',
    subject: `${provider}:${payment}`,
    details: { why },
  });

export const correctionDone = (db: Db, provider: string, payment: string): Promise<void> =>
  resolveAlert(db, { kind: 'payment_correction_failed', subject: `${provider}:${payment}` });
