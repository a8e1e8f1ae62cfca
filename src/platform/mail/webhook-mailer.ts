import type { Clock } from '#core/clock.ts';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import type { VendorClient, VendorOptions, VendorResult } from '#platform/outgoing/index.ts';
import type { Delivery, Mailer } from './mailer.ts';

export interface WebhookMailerOptions {
  /** The operator's own address, from the configuration only. */
  url: string;
  /** `whsec_…`. Signs every message. */
  secret: string;
  openClient(options: VendorOptions): VendorClient;
  clock: Clock;
}

export interface WebhookMailer extends Mailer {
  /** Whether anybody answers at the address. Sends no mail, so the answer says nothing about the secret. */
  check(): Promise<VendorResult>;
}

const timeoutMs = 10_000;

/** Sends each mail to the operator's own sender as one signed JSON POST (Standard Webhooks). Doesn't follow redirects. */
export function openWebhookMailer({ url, secret, openClient, clock }: WebhookMailerOptions): WebhookMailer {
  const { origin, pathname, searchParams } = new URL(url);
  const client = openClient({ name: 'mail webhook', baseUrl: origin, timeoutMs });
  return {
    check: () => client.request({ path: pathname, idempotent: true }),
    async deliver({ id, ...message }, noteFault = () => {}) {
      const sentAt = clock.now();
      const body = JSON.stringify({ type: 'mail.requested', timestamp: sentAt.toISOString(), data: message });
      const result = await client.request({
        method: 'POST',
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: { 'content-type': 'application/json', ...webhookHeaders(secret, { id, sentAt, body }) },
        body,
      });
      const delivery = 'failure' in result ? 'unreachable' : deliveryOf(result.status);
      if (delivery !== 'accepted') noteFault(faultOf(result));
      return delivery;
    },
  };
}

const faultOf = (result: VendorResult): string =>
  'failure' in result ? [result.failure, result.code].filter(Boolean).join(' ') : `HTTP ${result.status}`;

/** Redirects, missing pages and wrong credentials are worth retrying: the operator can fix them. */
function deliveryOf(status: number): Delivery {
  if (status >= 200 && status <= 299) return 'accepted';
  if (status === 410) return 'address_refused';
  return status === 400 || status === 413 || status === 422 ? 'refused' : 'unreachable';
}
