import { api, me } from '#web/shared/answers/api.ts';
import { payAtRazorpay } from './pay-at-razorpay.ts';

/** Orders a plan or a pack, or continues its unpaid order, and leads to the page where it is paid. */
export async function startCheckout(
  planId: string,
  go: (address: string, replace?: boolean) => void,
  { replace = false } = {},
): Promise<void> {
  const checkout = await api.call('POST /internal/billing/checkout', {
    body: { account_id: me, plan_id: planId },
  });
  // Whoever comes back by the back button finds the page that waits for the payment.
  const address = `/app/payment/${checkout.payment_reference}?plan=${planId}`;
  go(address, replace);
  if (checkout.payment_url) location.assign(checkout.payment_url);
  else payAtRazorpay(checkout.widget, new URL(address, location.origin).href);
}
