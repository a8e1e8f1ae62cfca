import { port } from '#core/ports.ts';
import type { PaymentProvider } from '#platform/payments/port.ts';
import type { DueDelivery } from './deliveries/deliveries.ts';

/** The provider that needs no money. Null while SANDBOX_PAYMENTS is off. */
export const SandboxPayments = port<PaymentProvider | null>('sandbox-payments');

/** Sends a delivery to the billing webhook, and returns why it was not accepted, or null. Null while SANDBOX_PAYMENTS is off. */
export const SandboxWebhook = port<((delivery: DueDelivery) => Promise<string | null>) | null>(
  'sandbox-webhook',
);

/** Where the buyer of a checkout comes back to: the page that waits for the payment. Null where no pages are served. */
export const PageOfPayment = port<((reference: string) => string) | null>('page-of-payment');
