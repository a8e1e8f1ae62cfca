import type { ProviderRefund } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import { Refund, refundOf } from './entities.ts';

interface NewRefund {
  payment: string;
  amountPaise: number;
  /** At least 10 of letters, digits, hyphens and underscores. */
  key: string;
}

/** Repeats with one key give the first refund, as long as the body stays the same. So nothing in it may vary. */
export async function refund(
  api: RazorpayApi,
  { payment, amountPaise, key }: NewRefund,
): Promise<ProviderRefund> {
  const path = `/payments/${encodeURIComponent(payment)}/refund`;
  const body = { amount: amountPaise, speed: 'normal', notes: { key } };
  return refundOf(await api.post(Refund, path, body, { 'x-refund-idempotency': key }));
}
