import type { OpenDomain, Platform } from '#core/domain.ts';
import { SandboxPayments } from '#domains/sandbox/index.ts';
import { openProviders } from '#platform/payments/providers.ts';
import { AskAgentAccess, openAgentAccess } from './agent-access.ts';
import { catalogueChannels, openPlansInForce, PlansInForce } from './catalogue/plans-in-force.ts';
import { Payments } from './payments-port.ts';
import { CreditOffers, openCreditOffers } from './price-list/credit-offers.ts';
import { ContactOf, contactOf, openPriceList } from './price-list/price-list.ts';
import { ShowPrices } from './price-list/show-price-list.ts';

/** Deliveries are taken from every provider that is configured; new purchases go to PAYMENT_PROVIDER. */
export async function openBilling(platform: Platform): Promise<OpenDomain> {
  const { config, ports, pool, outgoing, clock, log, metrics } = platform;
  const providers = openProviders(config, {
    openClient: outgoing.vendorClient,
    now: () => clock.now(),
    sandbox: ports.use(SandboxPayments),
  });
  const plansInForce = await openPlansInForce({ db: ports.db, log, now: () => clock.now() });
  const contact = contactOf(config);
  return {
    ports: [
      Payments.opened({ seller: config.PAYMENT_PROVIDER, providers }),
      AskAgentAccess.opened(
        openAgentAccess({ db: ports.db, ports, now: () => clock.now() }, pool, metrics.batched),
      ),
      PlansInForce.opened(plansInForce),
      CreditOffers.opened(openCreditOffers(plansInForce, ports.publicUrl)),
      ContactOf.opened(contact),
      ShowPrices.opened(openPriceList(contact, plansInForce.current)),
    ],
    feed: {
      channels: catalogueChannels,
      onChange: () => void plansInForce.reload(),
      // No action needed: what decides about an account reads the database.
      onFeedLost() {},
      onFeedRestored: () => plansInForce.reload(),
    },
  };
}
