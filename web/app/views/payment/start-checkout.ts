import { api, me } from '#web/shared/answers/api.ts';
import { postForm } from './post-form.ts';

/** Orders a plan or a pack, or continues its unpaid order, and leads to the page where it is paid. */
export async function startCheckout(
  planId: string,
  go: (address: string, replace?: boolean) => void,
  { replace = false } = {},
): Promise<void> {
  const checkout = await api.call('POST /internal/billing/checkout', {
    body: { account_id: me, plan_id: planId },
  });
  // The back button leads to the page that waits for the payment.
  const address = `/app/payment/${checkout.payment_reference}`;
  go(address, replace);
  const { payment_url, payment_form } = checkout;
  if (payment_url) return location.assign(payment_url);
  if (!payment_form) return;
  const returnTo = new URL(address, location.origin).href;
  const added = payment_form.return_fields.map((name) => [name, returnTo]);
  postForm(payment_form.action, { ...payment_form.fields, ...Object.fromEntries(added) });
}
