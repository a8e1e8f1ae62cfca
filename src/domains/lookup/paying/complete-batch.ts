import { type LookupItem, lookupParameters } from '../fast-path/answer-batch.ts';
import { batchCall, long, plain } from '../fast-path/batch-call.ts';
import type { Finding } from '../rules.ts';

export interface CompleteItem extends LookupItem {
  status: Finding['status'];
  price: Finding['price'];
  /** Credits the account must have, spent or not, so that a miss is refused like a hit. */
  needed: number;
  answer: string;
  /** Disclosed fields, for the log: the sum of 1 for emails, 2 for phones and 4 for links. Null if no person was disclosed. */
  disclosedFields: number | null;
}

/** The key was banned or revoked in the meantime. Nothing was spent or stored. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

export type CompleteResult =
  | { outcome: 'answered' | 'answered_before' | 'insufficient'; balance: number }
  | { outcome: 'busy' | 'free_used_up' | 'budget_reached' | KeyRefusal };

/** Pays, stores and counts. `wait` queues behind accounts that another process holds, instead of returning `busy`. */
export const completeBatch = batchCall<
  CompleteItem,
  CompleteResult,
  [rememberRepeats: boolean, wait: boolean]
>(
  'lookup_complete_batch',
  ['outcome', 'balance'],
  {
    ...lookupParameters,
    p_amount: plain('bigint', (item) => item.price.credits),
    p_need: plain('bigint', (item) => item.needed),
    // A test key's lookup is excluded from reports about all accounts.
    p_is_test: plain('boolean', ({ lookup }) => lookup.call.key.mode === 'test'),
    p_status: plain('text', (item) => item.status),
    p_reason: plain('text', (item) => item.price.reason),
    p_answer: long((item) => item.answer),
    p_disclosed_fields: plain('smallint', (item) => item.disclosedFields),
  },
  ['p_remember_repeats', 'p_wait'],
);
