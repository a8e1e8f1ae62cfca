import type { LookupKind } from '../fast-path/answer-batch.ts';
import { batchCall, long, plain, quoted } from '../fast-path/batch-call.ts';
import type { Finding } from '../rules.ts';

export interface CompleteItem {
  account: number;
  hasPriority: boolean;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
  keyId: string;
  network: string;
  kind: LookupKind;
  door: string;
  clientReference: string | null;
  /** A test key's lookup. Excluded from reports about all accounts. */
  isTest: boolean;
  status: Finding['status'];
  price: Finding['price'];
  /** Credits the account must have, spent or not, so that a miss is refused like a hit. */
  needed: number;
  answer: string;
  /** Disclosed fields, for the log: the sum of 1 for emails, 2 for phones and 4 for links. Null if no person was disclosed. */
  disclosedFields: number | null;
  /** Free answers per day. */
  freeMax: number;
}

/** The key was banned or revoked in the meantime. Nothing was spent or stored. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

export type CompleteResult =
  | { outcome: 'answered' | 'answered_before'; balance: number }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'busy' | 'free_used_up' | KeyRefusal };

/** Pays, stores and counts. `wait` queues behind accounts that another process holds, instead of returning `busy`. */
export const completeBatch = batchCall<
  CompleteItem,
  CompleteResult,
  [rememberRepeats: boolean, wait: boolean]
>(
  'lookup_complete_batch',
  ['outcome', 'balance'],
  {
    p_account: plain('bigint', (item) => item.account),
    p_amount: plain('bigint', (item) => item.price.credits),
    p_need: plain('bigint', (item) => item.needed),
    p_op: plain('uuid', (item) => item.opKey),
    p_request_hash: plain('uuid', (item) => item.requestHash),
    p_profile: plain('uuid', (item) => item.profileHash),
    p_key_id: plain('text', (item) => item.keyId),
    p_is_test: plain('boolean', (item) => item.isTest),
    p_status: plain('text', (item) => item.status),
    p_reason: plain('text', (item) => item.price.reason),
    p_answer: long((item) => item.answer),
    p_told: plain('smallint', (item) => item.disclosedFields),
    p_network: plain('text', (item) => item.network),
    p_kind: plain('text', (item) => item.kind),
    p_door: plain('text', (item) => item.door),
    p_client_reference: quoted((item) => item.clientReference),
    p_free_max: plain('bigint', (item) => item.freeMax),
  },
  ['p_remember_repeats', 'p_wait'],
);
