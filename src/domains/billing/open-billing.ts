import type { OpenDomain, Platform } from '#core/domain.ts';
import { openProviders } from '#platform/payments/providers.ts';
import { type AskAgentAccess, openAgentAccess } from './agent-access.ts';
import { openPlansInForce, type PlansInForce, planFeatureChannel } from './features/plans-in-force.ts';
import { contactOf } from './price-list/contact.ts';
import { openPriceList } from './price-list/price-list.ts';

declare module '#core/context.ts' {
  interface Ports {
    agentAccess: AskAgentAccess;
    plansInForce: PlansInForce;
  }
}

/** Deliveries are taken from every provider that is configured; new purchases go to PAYMENT_PROVIDER. */
export async function openBilling(platform: Platform): Promise<OpenDomain> {
  const { config, ports, pool, outgoing, clock, log, metrics } = platform;
  const providers = openProviders(config, {
    openClient: outgoing.vendorClient,
    now: () => clock.now(),
    sandbox: ports.sandboxPayments,
  });
  const plansInForce = await openPlansInForce({ db: ports.db, log });
  return {
    ports: {
      payments: { seller: config.PAYMENT_PROVIDER, providers },
      agentAccess: openAgentAccess({ db: ports.db, ports, now: () => clock.now() }, pool, metrics.batched),
      plansInForce,
      priceList: openPriceList(contactOf(config), plansInForce.current),
    },
    feed: {
      channels: [planFeatureChannel],
      onChange: () => void plansInForce.reload(),
      // No action needed: what decides about an account reads the database.
      onFeedLost() {},
      onFeedRestored: () => plansInForce.reload(),
    },
  };
}
