import { createHmac } from 'node:crypto';
import type { Platform } from '#core/domain.ts';
import type { ProviderFact, Verification } from '#platform/payments/port.ts';
import {
  type SignedDelivery,
  signatureOf,
  verifySignedDelivery,
} from '#platform/payments/signed-delivery.ts';
import type { DueDelivery } from './deliveries/deliveries.ts';

const signatureHeader = 'x-sandbox-signature';
const eventHeader = 'x-sandbox-event-id';
const path = '/api/v1/billing/webhook/sandbox';

/** Real providers wait as long. */
const timeoutMs = 5000;

export interface Webhook {
  /** Sends a delivery to the service's own billing webhook. Returns why it was not accepted, or null. */
  send(delivery: Pick<DueDelivery, 'id' | 'body'>): Promise<string | null>;
  verify(delivery: SignedDelivery): Verification;
}

/** The secret follows from the pepper, which all processes share, so it needs no configuration. */
export function openWebhook({ ports, outgoing }: Pick<Platform, 'ports' | 'outgoing'>): Webhook {
  const secret = createHmac('sha256', ports.suppressionPepper).update('sandbox webhook').digest('hex');
  // The service knows its address only once it listens.
  let client: ReturnType<typeof outgoing.vendorClient> | null = null;
  return {
    async send({ id, body }) {
      client ??= outgoing.vendorClient({ name: 'sandbox webhook', baseUrl: ports.publicUrl(), timeoutMs });
      const result = await client.request({
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signatureOf(body, secret),
          [eventHeader]: id,
        },
        body,
      });
      if ('failure' in result) return [result.failure, result.code].filter(Boolean).join(' ');
      return result.status >= 200 && result.status < 300 ? null : `HTTP ${result.status}`;
    },
    verify: (delivery) => verifySignedDelivery(delivery, { secrets: [secret], signatureHeader, eventHeader }),
  };
}

/** The facts of a verified delivery. Its dates are texts again. */
export function readFacts(payload: unknown): ProviderFact[] {
  const { facts } = (payload ?? {}) as { facts?: unknown };
  return Array.isArray(facts) ? facts.map((fact) => revived(fact) as ProviderFact) : [];
}

const dates = new Set(['at', 'periodStart', 'periodEnd']);

const revived = (fact: unknown): unknown =>
  JSON.parse(JSON.stringify(fact), (name, value) =>
    dates.has(name) && typeof value === 'string' ? new Date(value) : value,
  );
