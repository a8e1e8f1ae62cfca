import type { Lookup } from '../paying/lookup.ts';
import type { FindAnswer } from '../shapes.ts';
import { batchCall, long, plain, quoted } from './batch-call.ts';

/** A lookup as an item of a batch statement. */
export interface LookupItem {
  lookup: Lookup;
  /** Free answers per day. */
  freeMax: number;
}

export interface AnswerItem extends LookupItem {
  /** The sum of 1 for emails, 2 for phones and 4 for links; 0 for anything. */
  wants: number;
  /** Words of the caller's name, if it can rule a person out. */
  words: string[] | null;
  /** Whether a source may know more than the directory. */
  isCovered: boolean;
  /** The answer without its document, as JSON. */
  envelope: string;
  createdAt: Date;
}

export type AnswerResult =
  | {
      outcome: 'answered';
      balance: number;
      charged: number;
      reason: FindAnswer['credits']['reason'];
      /** The caller's name ruled the person out. */
      is_veto: boolean;
      /** The person's document as JSON, and what it holds (`Document.holds`). Null when no person is disclosed. */
      document: string | null;
      holds: number | null;
    }
  | { outcome: 'undecided' | 'insufficient' | 'busy' | 'free_used_up' | 'budget_reached' };

/** The parameters of every statement that answers lookups. */
export const lookupParameters = {
  p_account: plain('bigint', ({ lookup }: LookupItem) => lookup.call.key.account.id),
  p_profile: plain('uuid', ({ lookup }: LookupItem) => lookup.profileHash),
  p_op: plain('uuid', ({ lookup }: LookupItem) => lookup.opKey),
  p_request_hash: plain('uuid', ({ lookup }: LookupItem) => lookup.requestHash),
  p_key_id: plain('text', ({ lookup }: LookupItem) => lookup.call.key.keyId),
  p_network: plain('text', ({ lookup }: LookupItem) => lookup.call.profile.network),
  p_kind: plain('text', ({ lookup }: LookupItem) => lookup.call.kind),
  p_door: plain('text', ({ lookup }: LookupItem) => lookup.call.door),
  p_client_reference: quoted(({ lookup }: LookupItem) => lookup.call.request.client_reference ?? null),
  p_job: plain('uuid', ({ lookup }: LookupItem) => lookup.call.job),
  p_free_max: plain('bigint', ({ freeMax }: LookupItem) => freeMax),
};

/** Answers what the directory can answer alone. `wait` queues behind accounts that another process holds. */
export const answerBatch = batchCall<AnswerItem, AnswerResult, [repeatDays: number, wait: boolean]>(
  'lookup_answer_batch',
  ['outcome', 'balance', 'charged', 'reason', 'is_veto', 'holds', 'document'],
  {
    ...lookupParameters,
    p_wants: plain('smallint', (item) => item.wants),
    p_words: long(({ words }) => words?.join(' ') ?? ''),
    p_is_covered: plain('boolean', (item) => item.isCovered),
    p_answer: long((item) => item.envelope),
    p_at: plain('bigint', (item) => item.createdAt.getTime()),
  },
  ['p_repeat_days', 'p_wait'],
);
