import { batch } from '#core/concurrency/batch.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import type { FindAnswer } from '../shapes.ts';
import type { LookupKind } from './complete-batch.ts';
import { type HotPool, plainArray } from './hot-pool.ts';

export interface AnswerItem {
  account: number;
  hasPriority: boolean;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
  keyId: string;
  /** The sum of 1 e-mails, 2 phones and 4 links; 0 for anything. */
  wants: number;
  /** Words of the caller's name, if it can rule a person out. */
  words: string[] | null;
  /** Whether a source may know more than the directory. */
  isCovered: boolean;
  /** What the answer says without its document, as JSON. */
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
      isVeto: boolean;
      /** The person's document as JSON, and what it holds (`Document.holds`). Null when nobody is told. */
      contacts: string | null;
      holds: number | null;
    }
  | { outcome: 'undecided' | 'insufficient' | 'busy' | 'free_used_up' };

interface AnswerRow {
  o_outcome: AnswerResult['outcome'];
  o_balance: number;
  o_charged: number;
  o_reason: FindAnswer['credits']['reason'];
  o_is_veto: boolean;
  o_holds: number | null;
  o_contacts: string | null;
}

/** Answers what the directory can answer alone. `wait` queues behind accounts that another process holds. */
export async function answerBatch(
  pool: HotPool,
  items: readonly AnswerItem[],
  options: { repeatDays: number; wait: boolean },
): Promise<AnswerResult[]> {
  const column = (pick: (item: AnswerItem) => string | number | null) => plainArray(items.map(pick));
  const { rows } = await pool.query<AnswerRow>({
    name: 'lookup_answer_batch',
    text: `select o_outcome, o_balance, o_charged, o_reason, o_is_veto, o_holds, o_contacts
      from lookup_answer_batch($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::smallint[],
        string_to_array($7, $17, ''), $8::boolean[], string_to_array($9, $17), $10::bigint[], $11::text[], $12::text[],
        $13::text[], $14::text[], $15, $16, $18::bigint[])`,
    values: [
      column((item) => item.account),
      column((item) => item.profileHash),
      column((item) => item.opKey),
      column((item) => item.requestHash),
      column((item) => item.keyId),
      column((item) => item.wants),
      // An empty text stands for null: a name that can rule nobody out.
      listAsText(items, ({ words }) => words?.join(' ') ?? ''),
      column((item) => String(item.isCovered)),
      listAsText(items, ({ envelope }) => envelope),
      column((item) => item.createdAt.getTime()),
      column((item) => item.network),
      column((item) => item.kind),
      column((item) => item.door),
      items.map((item) => item.clientReference),
      options.repeatDays,
      options.wait,
      itemEnd,
      column((item) => item.freeMax),
    ],
  });
  return rows.map(resultOf);
}

const resultOf = (row: AnswerRow): AnswerResult =>
  row.o_outcome === 'answered'
    ? {
        outcome: row.o_outcome,
        balance: row.o_balance,
        charged: row.o_charged,
        reason: row.o_reason,
        isVeto: row.o_is_veto,
        contacts: row.o_contacts,
        holds: row.o_holds,
      }
    : { outcome: row.o_outcome };

export interface AnsweringOptions {
  /** Where a statement may wait for an account that another process holds. */
  pool: HotPool;
  /** Where no statement waits. */
  pipeline: HotPool;
  repeatDays: () => number;
  sizeMax: number;
  onBatch?: (items: number) => void;
}

export interface Answering {
  /** `busy` when another process holds the account. */
  now(item: AnswerItem): Promise<AnswerResult>;
  /** Waits for the account. */
  afterOthers(item: AnswerItem): Promise<AnswerResult>;
}

/** Concurrent lookups share a statement. One whose operation another process answers at this moment comes back undecided. */
export function openAnswering(options: AnsweringOptions): Answering {
  const answering = (pool: HotPool, wait: boolean) =>
    batch<AnswerItem, AnswerResult>({
      run: async (items) => {
        try {
          return await answerBatch(pool, items, { repeatDays: options.repeatDays(), wait });
        } catch (error) {
          if (items.length === 1 && sqlStateOf(error) === sqlState.uniqueViolation)
            return [{ outcome: 'undecided' }];
          throw error;
        }
      },
      sizeMax: options.sizeMax,
      hasPriority: (item) => item.hasPriority,
      onBatch: options.onBatch,
    });
  return { now: answering(options.pipeline, false), afterOthers: answering(options.pool, true) };
}
