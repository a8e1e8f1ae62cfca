import type { OpenDomain, Platform } from '#core/domain.ts';
import type { PaymentProvider } from '#platform/payments/port.ts';
import type { DueDelivery } from './deliveries/deliveries.ts';
import { openProvider } from './open-provider.ts';
import { openWebhook } from './open-webhook.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The provider that needs no money. Null in production. */
    sandboxPayments: PaymentProvider | null;
    /** Sends a delivery to the billing webhook; false unless it was accepted. Null in production. */
    sandboxWebhook: ((delivery: DueDelivery) => Promise<boolean>) | null;
  }
}

export function openSandbox(platform: Platform): OpenDomain {
  if (platform.config.NODE_ENV === 'production') {
    return { ports: { sandboxPayments: null, sandboxWebhook: null } };
  }
  const webhook = openWebhook(platform);
  return { ports: { sandboxPayments: openProvider(platform, webhook), sandboxWebhook: webhook.send } };
}
