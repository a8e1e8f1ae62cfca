import type { FindAnswer } from '../shapes.ts';
import { batchCall, long, plain, quoted } from './batch-call.ts';

/** `job`: an item of a bulk job. Its answer is kept as long as the job's results. */
export type LookupKind = 'find' | 'job';

export interface AnswerItem {
  account: number;
  hasPriority: boolean;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
  keyId: string;
  /** The sum of 1 for emails, 2 for phones and 4 for links; 0 for anything. */
  wants: number;
  /** Words of the caller's name, if it can rule a person out. */
  words: string[] | null;
  /** Whether a source may know more than the directory. */
  isCovered: boolean;
  /** The answer without its document, as JSON. */
  envelope: string;
  createdAt: Date;
  network: string;
  kind: LookupKind;
  door: string;
  clientReference: string | null;
  /** Free answers per day. */
  freeMax: number;
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
      contacts: string | null;
      holds: number | null;
    }
  | { outcome: 'undecided' | 'insufficient' | 'busy' | 'free_used_up' };

/** Answers what the directory can answer alone. `wait` queues behind accounts that another process holds. */
export const answerBatch = batchCall<AnswerItem, AnswerResult, [repeatDays: number, wait: boolean]>(
  'lookup_answer_batch',
  ['outcome', 'balance', 'charged', 'reason', 'is_veto', 'holds', 'contacts'],
  {
    p_account: plain('bigint', (item) => item.account),
    p_profile: plain('uuid', (item) => item.profileHash),
    p_op: plain('uuid', (item) => item.opKey),
    p_request_hash: plain('uuid', (item) => item.requestHash),
    p_key_id: plain('text', (item) => item.keyId),
    p_wants: plain('smallint', (item) => item.wants),
    p_words: long(({ words }) => words?.join(' ') ?? ''),
    p_is_covered: plain('boolean', (item) => item.isCovered),
    p_answer: long((item) => item.envelope),
    p_at: plain('bigint', (item) => item.createdAt.getTime()),
    p_network: plain('text', (item) => item.network),
    p_kind: plain('text', (item) => item.kind),
    p_door: plain('text', (item) => item.door),
    p_client_reference: quoted((item) => item.clientReference),
    p_free_max: plain('bigint', (item) => item.freeMax),
  },
  ['p_repeat_days', 'p_wait'],
);
