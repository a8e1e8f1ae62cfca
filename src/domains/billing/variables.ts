import { oneOf, variable } from '#core/environment.ts';
import type { ProviderName } from '#platform/payments/port.ts';

export const billingVariables = {
  PAYMENT_PROVIDER: variable(
    'Who takes payments: `sandbox`, which moves no money, or `razorpay`. Default: sandbox.',
    'sandbox' as ProviderName,
    oneOf('sandbox', 'razorpay'),
    'razorpay',
  ),
};
