import type { ProviderClient, ProviderParts } from '../definition.ts';
import { type RazorpayApi, razorpayApi } from './api.ts';
import { Refund, refundOf } from './entities.ts';
import { factsOf } from './facts.ts';
import { createOrder } from './orders.ts';
import { readDelivery, verifyDelivery } from './read-delivery.ts';
import { cancelSubscription, createSubscription, openPlanIds, payPageOf } from './subscriptions.ts';

export interface RazorpayOptions extends Pick<ProviderParts, 'openClient' | 'now'> {
  keyId: string;
  keySecret: string;
  /** The current one first. */
  webhookSecrets: readonly string[];
}

const timeoutMs = 10_000;

/** Enough that a checkout doesn't wait behind the nightly reconciliation. */
const concurrency = 8;

/** Razorpay publishes no limits and sends no Retry-After. A buyer is waiting, so the first pause is short, and later ones are longer. */
const pause = { firstMs: 500, mostMs: 30_000, jitter: 0.5 };

/** Payments by Razorpay: packs are orders, plans are subscriptions. */
export function openRazorpay({
  keyId,
  keySecret,
  webhookSecrets,
  openClient,
  now,
}: RazorpayOptions): ProviderClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const client = openClient({ headers: { authorization }, timeoutMs, concurrency, pause });
  const api = razorpayApi(client);
  const planId = openPlanIds(api);
  return {
    createOrder: (order) => createOrder(api, keyId, order),
    createSubscription: (subscription) => createSubscription(api, { keyId, planId, now }, subscription),
    cancelSubscription: (reference, when) => cancelSubscription(api, reference, when),
    payPageOf: (reference) => payPageOf(api, reference),
    refund: (wanted) => refund(api, wanted),
    factsOf: (reference) => factsOf(api, reference, now),
    check: () => client.request({ path: '/v1/orders', query: { count: 1 }, idempotent: true }),
    verify: (delivery) => verifyDelivery(delivery, webhookSecrets),
    read: (payload) => readDelivery(payload, now),
  };
}

/**
 * Repeats with one key return the first refund, as long as the body is the same, so nothing in it may vary. A key has at least 10
 * letters, digits, hyphens and underscores.
 */
async function refund(api: RazorpayApi, wanted: Parameters<ProviderClient['refund']>[0]) {
  const { payment, amountPaise, key } = wanted;
  const path = `/payments/${encodeURIComponent(payment)}/refund`;
  const body = { amount: amountPaise, speed: 'normal', notes: { key } };
  return refundOf(await api.post(Refund, path, body, { 'x-refund-idempotency': key }));
}
