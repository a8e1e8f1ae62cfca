import type { Answer } from '#client';

/** A row of the payment ledger. */
export type Movement = Answer<'GET /internal/billing/payments/{account_id}'>['items'][number];
