import { oneOf, variable } from '#core/environment.ts';
import { providerChoice, providerNames } from '#platform/payments/providers.ts';

export { providerChoice, providerNames } from '#platform/payments/providers.ts';

export const billingVariables = {
  PAYMENT_PROVIDER: variable(
    `Payment provider for new purchases: ${providerChoice}. \`sandbox\` moves no money. Default: sandbox.`,
    'sandbox',
    oneOf(...providerNames),
    providerNames[0],
  ),
};
