import type { Answer } from '../../../../clients/typescript/src/client.ts';

/** A row of the payment ledger. */
export type Movement = Answer<'GET /internal/billing/payments/{account_id}'>['items'][number];
