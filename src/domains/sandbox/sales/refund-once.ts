import type { ProviderRefund } from '#platform/payments/port.ts';
import { addRefund } from './payment-acts.ts';
import { type Refund, refundedPaise, type Sale } from './sale.ts';
import type { SandboxEvent, Stage } from './stage.ts';

interface Wanted {
  payment: string;
  amountPaise: number;
  key: string;
}

type Refunded =
  | { refund: ProviderRefund; changed: { sale: Sale; events: SandboxEvent[] } | null; refusal?: undefined }
  | { refund: null; changed: null; refusal: string };

/** A refund that billing asks for. The same key gives the first refund again. */
export function refundOnce(
  before: Sale,
  { payment: id, amountPaise, key }: Wanted,
  { now, newId }: { now: Date; newId(prefix: string): string },
): Refunded {
  const stage: Stage = { sale: structuredClone(before), at: now.toISOString(), events: [], newId };
  const { sale, events } = stage;
  const payment = sale.payments.find((each) => each.id === id)!;
  const provided = (refund: Refund): ProviderRefund => ({
    id: refund.id,
    payment: id,
    amountPaise: refund.amountPaise,
    status: 'processed',
  });
  const known = payment.refunds.find((refund) => refund.key === key);
  if (known && known.amountPaise === amountPaise) return { refund: provided(known), changed: null };
  const refusal = known
    ? 'A different refund has this key.'
    : refusalOf(payment.status, payment.amountPaise - refundedPaise(payment), amountPaise);
  if (refusal !== null) return { refund: null, changed: null, refusal };
  return { refund: provided(addRefund(stage, payment, amountPaise, key)), changed: { sale, events } };
}

function refusalOf(status: string, leftPaise: number, amountPaise: number): string | null {
  if (status !== 'captured') return 'Only a captured payment can be refunded.';
  if (leftPaise === 0) return 'The payment is refunded already.';
  return amountPaise > leftPaise ? 'The refund is more than what is left of the payment.' : null;
}
