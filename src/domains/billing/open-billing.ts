import type { OpenDomain, Platform } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import { SandboxPayments } from '#domains/sandbox/index.ts';
import { configuredRazorpay } from '#platform/payments/razorpay/configured-razorpay.ts';
import { refusedRazorpayVariables } from '#platform/payments/razorpay/variables.ts';
import { AskAgentAccess, openAgentAccess } from './agent-access.ts';
import { openPlansInForce, PlansInForce, planFeatureChannel } from './features/plans-in-force.ts';
import { type PaymentProvider, Payments, type ProviderName } from './payments-port.ts';
import { contactOf } from './price-list/contact.ts';
import { openPriceList } from './price-list/price-list.ts';
import { ShowPrices } from './price-list/show-price-list.ts';

/** Deliveries are taken from every provider that is configured; new purchases go to PAYMENT_PROVIDER. */
export async function openBilling(platform: Platform): Promise<OpenDomain> {
  const { config, ports, pool, outgoing, clock, log, metrics } = platform;
  const providers = new Map<ProviderName, PaymentProvider>();
  const sandbox = ports.use(SandboxPayments);
  if (sandbox) providers.set('sandbox', sandbox);
  const razorpay = configuredRazorpay(config, {
    openClient: outgoing.vendorClient,
    now: () => clock.now(),
  });
  if (razorpay) providers.set('razorpay', razorpay);
  const plansInForce = await openPlansInForce({ db: ports.db, log });
  return {
    ports: [
      Payments.opened({ seller: config.PAYMENT_PROVIDER, providers }),
      AskAgentAccess.opened(
        openAgentAccess({ db: ports.db, ports, now: () => clock.now() }, pool, metrics.batched),
      ),
      PlansInForce.opened(plansInForce),
      ShowPrices.opened(openPriceList(contactOf(config), plansInForce.current)),
    ],
    feed: {
      channels: [planFeatureChannel],
      onChange: () => void plansInForce.reload(),
      // No action needed: what decides about an account reads the database.
      onFeedLost() {},
      onFeedRestored: () => plansInForce.reload(),
    },
  };
}

export const refusedPayments = (config: Config): string[] => [
  ...refusedRazorpayVariables(config),
  ...(config.PAYMENT_PROVIDER === 'razorpay' && !config.RAZORPAY_KEY_ID
    ? ['RAZORPAY_KEY_ID must be set when PAYMENT_PROVIDER is razorpay']
    : []),
];
