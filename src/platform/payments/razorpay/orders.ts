import { type Checkout, type PaymentForm, type PaymentProvider, ProviderFailure } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import { Order } from './entities.ts';

/** Orders have no idempotency key, so we look for the purchase's receipt before we make one. */
export async function createOrder(
  api: RazorpayApi,
  keyId: string,
  { purchase, amountPaise, description }: Parameters<PaymentProvider['createOrder']>[0],
): Promise<Checkout> {
  const terms = { amount: amountPaise, currency: 'INR', receipt: purchase };
  const found = (await api.items(Order, '/orders', { receipt: purchase })).find(
    ({ amount, currency, receipt }) =>
      amount === terms.amount && currency === terms.currency && receipt === terms.receipt,
  );
  const order = found ?? (await api.post(Order, '/orders', { ...terms, notes: { purchase } }));

  const reference = requiredId(order, 'order_');
  const checkout = { order_id: reference, amount: String(amountPaise), currency: 'INR', description };
  return { reference, url: null, widget: { key: keyId, ...checkout }, form: hostedForm(keyId, checkout) };
}

export const hostedCheckoutOrigin = 'https://api.razorpay.com';

/** Razorpay's hosted checkout, so that no script of Razorpay's runs on our pages. */
export const hostedForm = (keyId: string, checkout: Readonly<Record<string, string>>): PaymentForm => ({
  action: `${hostedCheckoutOrigin}/v1/checkout/embedded`,
  fields: { ...checkout, key_id: keyId },
  return_fields: ['callback_url', 'cancel_url'],
});

/** An answer without an id says nothing about what was made. */
export function requiredId({ id }: { id?: string }, prefix: string): string {
  if (id?.startsWith(prefix)) return id;
  throw new ProviderFailure('unreachable', `Razorpay's answer has no id that starts with ${prefix}`);
}
