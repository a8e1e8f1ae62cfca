import type { OpenDomain, Platform } from '#core/domain.ts';
import { allows } from '#core/machine/development.ts';
import type { PaymentProvider } from '#platform/payments/port.ts';
import type { DueDelivery } from './deliveries/deliveries.ts';
import { openProvider } from './open-provider.ts';
import { openWebhook } from './open-webhook.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The provider that needs no money. Null while SANDBOX_PAYMENTS is off. */
    sandboxPayments: PaymentProvider | null;
    /** Sends a delivery to the billing webhook, and returns why it was not accepted, or null. Null while SANDBOX_PAYMENTS is off. */
    sandboxWebhook: ((delivery: DueDelivery) => Promise<string | null>) | null;
    /** Where the buyer of a checkout comes back to: the page that waits for the payment. Null where no pages are served. */
    pageOfPayment: ((reference: string) => string) | null;
  }
}

export function openSandbox(platform: Platform): OpenDomain {
  const { config, ports } = platform;
  if (!allows(config, 'SANDBOX_PAYMENTS')) {
    return { ports: { sandboxPayments: null, sandboxWebhook: null, pageOfPayment: null } };
  }
  const webhook = openWebhook(platform);
  const pageOfPayment = (reference: string) => `${ports.publicUrl()}/app/payment/${reference}`;
  return {
    ports: {
      sandboxPayments: openProvider(platform, webhook),
      sandboxWebhook: webhook.send,
      pageOfPayment: config.WEB === 'on' ? pageOfPayment : null,
    },
  };
}
