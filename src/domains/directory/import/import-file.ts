import type { Readable } from 'node:stream';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { readRows } from '../file/read-rows.ts';
import type { ReadingOptions } from '../file/row-reader.ts';
import { UploadBroken, UploadStopped, uploadedFile } from '../file/uploaded-file.ts';
import { foldTally } from '../profiles/tally.ts';
import { type JudgedBatch, judgeBatch } from '../rows/judge-batch.ts';
import type { Origin } from '../rows/row-texts.ts';
import { closeImport, type ImportRow, rejectsRoomOf } from './imports.ts';
import { type BatchWriter, writeBatch } from './write-batch.ts';

export interface FileImport extends BatchWriter, Pick<ReadingOptions, 'format' | 'encoding' | 'map'> {
  /** The import's state when it was opened, which says where to resume. */
  opened: Pick<ImportRow, 'id' | 'sha256' | 'lines'>;
  origin: Origin;
  body: Readable;
  bytesMax: number;
  /** Interrupts the import at its next batch. */
  stopping: AbortSignal;
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsedMs(): number;
}

export type ImportEnd = { status: 'completed' | 'interrupted' } | { status: 'failed'; refusal: FileRefused };

/**
 * Imports a file, or the rest of it, on a connection that holds the import's lock. Committed batches stay, and the import's
 * row records how it ended. Unexpected errors mark the import as `interrupted` and are rethrown.
 */
export async function importFile(file: FileImport): Promise<ImportEnd> {
  const { connection, importId, now } = file;
  const upload = uploadedFile(file.body, file.bytesMax, file.stopping);
  try {
    await writeAll(file, upload.read());
    const { sha256 } = file.opened;
    if (sha256 && !upload.sha256().equals(sha256)) throw wrongHash();
    await foldTally(connection);
    await closeImport(connection, importId, 'completed', now());
    return { status: 'completed' };
  } catch (error) {
    if (error instanceof FileRefused) {
      await closeImport(connection, importId, 'failed', now(), error.detail);
      return { status: 'failed', refusal: error };
    }
    const detail = error instanceof UploadStopped ? error.message : null;
    await closeImport(connection, importId, 'interrupted', now(), detail);
    if (error instanceof UploadBroken) return { status: 'interrupted' };
    throw error;
  }
}

const wrongHash = () =>
  new FileRefused(
    'hash_mismatch',
    'The bytes received do not match the SHA-256 you sent. The file changed while it was being sent, or on its way.',
  );

/** How often the import's counts are compacted, in batches. */
const batchesPerFold = 200;

/** Reads and judges the next batch while the previous one is written. */
async function writeAll(file: FileImport, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { opened, format, encoding, map, connection, origin } = file;
  const { codeHosts } = origin;
  let linesBefore = opened.lines;
  let rejectsRoom = await rejectsRoomOf(connection, opened.id);
  let lapMs = file.elapsedMs();
  let batches = 0;

  const write = async (batch: JudgedBatch): Promise<void> => {
    const endMs = file.elapsedMs();
    const workedMs = Math.round(endMs - lapMs);
    await writeBatch(file, batch, { linesBefore, workedMs, rejectsKept: Math.max(0, rejectsRoom) });
    lapMs = endMs;
    linesBefore = batch.throughLine;
    rejectsRoom -= batch.rejects.length;
    batches += 1;
    if (batches % batchesPerFold === 0) await foldTally(connection);
  };

  let writing = Promise.resolve();
  try {
    for await (const batch of readRows(bytes, {
      format,
      encoding,
      map,
      codeHosts,
      skipLines: opened.lines,
    })) {
      const judged = await judgeBatch(batch, origin, file.pepper);
      await writing;
      writing = write(judged);
      // Awaited before the next write. The handler keeps an early rejection from going unhandled.
      writing.catch(() => {});
    }
  } finally {
    await writing;
  }
}
