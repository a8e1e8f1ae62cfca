import { batch } from '#core/concurrency/batch.ts';
import { batchCall, plain } from '../fast-path/batch-call.ts';
import type { StoredLookup } from '../paying/answers.ts';
import type { FinderOptions } from './finder-options.ts';

export interface ReadItem {
  account: number;
  hasPriority: boolean;
  profileHash: string;
  /** Null if the operation's state is already known. */
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
  /** The directory's document. Null when there is none or the person is suppressed. */
  document: string | null;
  /** Whether a repeat of the profile is free. */
  repeat: boolean;
  /** Null for a new operation. */
  state: OperationState | null;
  earlier: StoredLookup | null;
}

interface ReadRow extends Omit<ReadResult, 'earlier'>, Omit<StoredLookup, 'answer' | 'document'> {
  answer: string | null;
  earlier_document: string | null;
}

const readBatch = batchCall<ReadItem, ReadRow, [repeatDays: number]>(
  'lookup_read_batch',
  [
    ...['balance', 'held', 'document', 'repeat', 'state', 'request_hash', 'answer', 'created_at'],
    ...['earlier_document', 'charged', 'balance_after', 'reason'],
  ],
  {
    p_account: plain('bigint', (item) => item.account),
    p_profile: plain('uuid', (item) => item.profileHash),
    p_op: plain('uuid', (item) => item.opKey),
  },
  ['p_repeat_days'],
);

/** Reads everything a lookup on the slow path needs first. Concurrent lookups share a statement. */
export type Read = (item: ReadItem) => Promise<ReadResult>;

export const openReading = ({ pool, settings, onBatch }: FinderOptions, sizeMax: number): Read =>
  batch<ReadItem, ReadResult>({
    async run(items) {
      const rows = await readBatch(pool, items, settings.current().free_repeat_days);
      return rows.map(({ answer, earlier_document: document, ...row }) => ({
        ...row,
        earlier: answer === null ? null : { ...row, answer, document },
      }));
    },
    sizeMax,
    hasPriority: (item) => item.hasPriority,
    name: 'lookup_read',
    onBatch,
  });
