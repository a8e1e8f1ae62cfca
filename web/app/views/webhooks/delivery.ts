import type { Answer } from '#client';

/** A webhook message with its attempts. */
export type Delivery = Answer<'GET /internal/webhooks/{account_id}/deliveries'>['items'][number];
