import { domain } from '#core/domain.ts';
import { sendDeliveries } from './deliveries/send-deliveries.ts';
import { sandboxErrors } from './errors.ts';
import { openSandbox } from './open-sandbox.ts';
import { pressButton } from './press-button.ts';
import { showPaymentPage } from './show-payment-page.ts';

/** A payment provider without money, for laptops and tests. */
export const sandbox = domain({
  id: 'sandbox',
  title: 'Sandbox payments',
  description:
    'A payment provider inside the service that moves no money. It is on while only this machine can reach the service, or where `SANDBOX_PAYMENTS` is on.',
  operations: [showPaymentPage, pressButton],
  jobs: [sendDeliveries],
  errors: sandboxErrors,
  open: openSandbox,
});
