import type { VendorClient, VendorOptions } from '#platform/outgoing/index.ts';
import type { PaymentProvider } from '../port.ts';
import { razorpayApi } from './api.ts';
import { factsOf } from './facts.ts';
import { createOrder } from './orders.ts';
import { openPlanIds } from './plans.ts';
import { readDelivery } from './read-delivery.ts';
import { refund } from './refunds.ts';
import { cancelSubscription, createSubscription } from './subscriptions.ts';
import { verifyDelivery } from './verify-delivery.ts';

export interface RazorpayOptions {
  keyId: string;
  keySecret: string;
  /** The current one first. */
  webhookSecrets: readonly string[];
  baseUrl: string;
  openClient(options: VendorOptions): VendorClient;
  now(): Date;
}

const timeoutMs = 10_000;

/** Enough that a checkout doesn't wait behind the nightly reconciliation. */
const concurrency = 8;

/** Razorpay publishes no limits and names no time. A buyer waits meanwhile, so we come back soon, and later each time. */
const pause = { firstMs: 500, mostMs: 30_000, jitter: 0.5 };

/** Payments by Razorpay: packs are orders, plans are subscriptions. */
export function openRazorpay(options: RazorpayOptions): PaymentProvider {
  const { keyId, keySecret, webhookSecrets, baseUrl, openClient, now } = options;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const client = openClient({
    name: 'razorpay',
    baseUrl,
    headers: { authorization },
    timeoutMs,
    concurrency,
    pause,
  });
  const api = razorpayApi(client);
  const planId = openPlanIds(api);
  return {
    name: 'razorpay',
    createOrder: (order) => createOrder(api, keyId, order),
    createSubscription: (subscription) => createSubscription(api, { keyId, planId, now }, subscription),
    cancelSubscription: (reference, when) => cancelSubscription(api, reference, when),
    refund: (wanted) => refund(api, wanted),
    factsOf: (reference) => factsOf(api, reference, now),
    check: () => client.request({ path: '/v1/orders', query: { count: 1 }, idempotent: true }),
    verify: (delivery) => verifyDelivery(delivery, webhookSecrets),
    read: (payload) => readDelivery(payload, now),
  };
}
