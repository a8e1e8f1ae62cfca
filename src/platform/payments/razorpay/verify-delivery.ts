import type { Verification } from '../port.ts';
import { type SignedDelivery, verifySignedDelivery } from '../signed-delivery.ts';

/**
 * Checks `X-Razorpay-Signature` (razorpay.com/docs/webhooks/validate-test). `secrets` are the current one and those that events
 * from before a change are still signed with.
 */
export const verifyDelivery = (delivery: SignedDelivery, secrets: readonly string[]): Verification =>
  verifySignedDelivery(delivery, {
    secrets,
    signatureHeader: 'x-razorpay-signature',
    eventHeader: 'x-razorpay-event-id',
  });
