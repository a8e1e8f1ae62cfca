import type { Db } from '#core/context.ts';
import { type AlertKind, raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Payment } from './payment-ledger.ts';
import type { KnownPayment } from './provider-payments.ts';

export type UnmatchedReason =
  | 'unknown_reference'
  | 'other_amount'
  | 'other_currency'
  | 'invoice_on_a_pack'
  | 'no_period'
  | 'charge_missing'
  | 'closed_account';

const about = (kind: AlertKind, provider: string, id: string) => ({ kind, subject: `${provider}:${id}` });

/** Money came in and nothing was granted for it. An operator has to find out why. */
export const alertUnmatched = (db: Db, paid: KnownPayment, reason: UnmatchedReason): Promise<void> => {
  const { provider, id, amount_paise, currency, order_reference: order, subscription } = paid;
  const details = { reason, amount_paise, currency, order, subscription };
  return raiseAlert(db, { ...about('payment_unmatched', provider, id), details });
};

export const resolveUnmatched = (db: Db, { provider, id }: KnownPayment): Promise<void> =>
  resolveAlert(db, about('payment_unmatched', provider, id));

/** Money went back, and its credits were already spent. */
export async function alertShortfall(
  db: Db,
  { id, provider_payment_id, credits_short }: Payment,
): Promise<void> {
  if (credits_short === 0) return;
  const details = { provider_payment_id, credits_short };
  await raiseAlert(db, { kind: 'credits_short', subject: id, details });
}

/** The provider won't send a duplicate payment back. */
export const alertCorrection = (db: Db, provider: string, payment: string, why: string): Promise<void> =>
  raiseAlert(db, { ...about('payment_correction_failed', provider, payment), details: { why } });

/** The provider won't carry out a refund that an operator asked for. The subject is the purchase. */
export const alertRefund = (db: Db, purchase: string, why: string): Promise<void> =>
  raiseAlert(db, { kind: 'refund_failed', subject: purchase, details: { why } });

export const refundDone = (db: Db, purchase: string): Promise<void> =>
  resolveAlert(db, { kind: 'refund_failed', subject: purchase });

export const correctionDone = (db: Db, provider: string, payment: string): Promise<void> =>
  resolveAlert(db, about('payment_correction_failed', provider, payment));
