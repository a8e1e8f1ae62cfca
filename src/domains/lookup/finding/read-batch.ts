import type { ContactSet } from '#values/contacts/index.ts';
import { type HotPool, plainArray } from '../fast-path/batch-call.ts';
import type { StoredLookup } from '../paying/stored-lookup.ts';

/**
 * Maximum number of lookups per statement. While the database works on one batch, another is read or answered; larger batches
 * would save little.
 */
export const lookupBatchMax = 128;

export interface ReadItem {
  account: number;
  hasPriority: boolean;
  profileHash: string;
  /** Null where it is known what became of the operation. */
  opKey: string | null;
}

/**
 * State of an operation that began earlier. `abandoned`: its process died. `closed`: its hold is closed and it has no answer,
 * so a repeat needs a new key.
 */
export type OperationState = 'answered' | 'worked_on' | 'abandoned' | 'closed';

export interface ReadResult {
  balance: number;
  /** Credits on hold, which may come back. */
  held: number;
  /** The directory's document as JSON text. Null when there is none or the person is suppressed. */
  contacts: string | null;
  paidRecently: boolean;
  earlier: StoredLookup | null;
  /** Null for a new operation. */
  state: OperationState | null;
}

interface ReadRow {
  o_balance: number;
  o_held: number;
  o_state: OperationState | null;
  o_contacts: string | null;
  o_repeat: boolean;
  o_request_hash: string | null;
  o_answer: string | null;
  o_created_at: Date;
  o_document: string | null;
  o_charged: number;
  o_balance_after: number;
  o_reason: string;
}

/** Reads what each lookup needs to know. Results are in the order of the items. */
export async function readBatch(
  pool: HotPool,
  items: readonly ReadItem[],
  repeatDays: number,
): Promise<ReadResult[]> {
  const { rows } = await pool.query<ReadRow>({
    name: 'lookup_read_batch',
    text: 'select * from lookup_read_batch($1::bigint[], $2::uuid[], $3::uuid[], $4)',
    values: [
      plainArray(items.map((item) => item.account)),
      plainArray(items.map((item) => item.profileHash)),
      plainArray(items.map((item) => item.opKey)),
      repeatDays,
    ],
  });
  return rows.map((row) => ({
    balance: row.o_balance,
    held: row.o_held,
    contacts: row.o_contacts,
    paidRecently: row.o_repeat,
    earlier: row.o_answer === null ? null : earlierOf(row, row.o_answer),
    state: row.o_state,
  }));
}

const earlierOf = (row: ReadRow, answer: string): StoredLookup => ({
  requestHash: row.o_request_hash,
  answer,
  createdAt: row.o_created_at,
  document: row.o_document,
  charged: row.o_charged,
  balanceAfter: row.o_balance_after,
  reason: row.o_reason,
});

export const parseContacts = (text: string | null): ContactSet | null =>
  text === null ? null : (JSON.parse(text) as ContactSet);
