import type { OpenDomain, Platform } from '#core/domain.ts';
import { allows } from '#core/machine/development.ts';
import { openProvider } from './open-provider.ts';
import { openWebhook } from './open-webhook.ts';
import { PageOfPayment, SandboxPayments, SandboxWebhook } from './ports.ts';

export function openSandbox(platform: Platform): OpenDomain {
  const { config, ports } = platform;
  if (!allows(config, 'SANDBOX_PAYMENTS')) {
    return { ports: [SandboxPayments.opened(null), SandboxWebhook.opened(null), PageOfPayment.opened(null)] };
  }
  const webhook = openWebhook(platform);
  const pageOfPayment = (reference: string) => `${ports.publicUrl()}/app/payment/${reference}`;
  return {
    ports: [
      SandboxPayments.opened(openProvider(platform, webhook)),
      SandboxWebhook.opened(webhook.send),
      PageOfPayment.opened(config.WEB === 'on' ? pageOfPayment : null),
    ],
  };
}
