import { ProviderFailure, type ProviderRefund } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import { refundOf } from './entities.ts';

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
  const made = refundOf(await api.post(path, body, { 'x-refund-idempotency': key }));
  if (!made) throw new ProviderFailure('unreachable', "Razorpay's answer is not a refund");
  return made;
}
