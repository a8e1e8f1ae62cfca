import { type Checkout, type PaymentForm, ProviderFailure } from '../port.ts';
import { itemsOf, type RazorpayApi } from './api.ts';
import { memberOf, textOf } from './json.ts';

interface NewOrder {
  purchase: string;
  amountPaise: number;
  description: string;
}

/** Orders have no idempotency key, so we look for the purchase's receipt before we make one. */
export async function createOrder(
  api: RazorpayApi,
  keyId: string,
  { purchase, amountPaise, description }: NewOrder,
): Promise<Checkout> {
  const terms = { amount: amountPaise, currency: 'INR', receipt: purchase };
  const isSame = (order: unknown) =>
    Object.entries(terms).every(([name, value]) => memberOf(order, name) === value);
  const found = itemsOf(await api.get('/orders', { receipt: purchase })).find(isSame);
  const order = found ?? (await api.post('/orders', { ...terms, notes: { purchase } }));

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
export function requiredId(entity: unknown, prefix: string): string {
  const id = textOf(memberOf(entity, 'id'));
  if (id?.startsWith(prefix)) return id;
  throw new ProviderFailure('unreachable', `Razorpay's answer has no id that starts with ${prefix}`);
}
