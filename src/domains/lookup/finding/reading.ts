import { batch } from '#core/concurrency/batch.ts';
import { type ReadItem, type ReadResult, readBatch } from '../sql/read-batch.ts';
import type { FinderOptions } from './finder-options.ts';

/** Reads everything a lookup needs first. Concurrent lookups share a statement. */
export type Read = (item: ReadItem) => Promise<ReadResult>;

export const openReading = ({ pool, settings, onBatch }: FinderOptions, sizeMax: number): Read =>
  batch<ReadItem, ReadResult>({
    run: (items) => readBatch(pool, items, settings.current().free_repeat_days),
    sizeMax,
    hasPriority: (item) => item.hasPriority,
    onBatch: (items) => onBatch?.('lookup_read', items),
  });
