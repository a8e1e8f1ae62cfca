import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from '../file-refused.ts';
import type { FileLine } from '../line-splitter.ts';
import { sheetLines } from './sheet-lines.ts';

/** The next lines, or null after the last, or why the file is refused. */
export type SheetAnswer = { lines: FileLine[] | null } | { refused: Pick<FileRefused, 'reason' | 'detail'> };

const { bytes, textBytesMax } = workerData as { bytes: Uint8Array; textBytesMax: number };
const groups = sheetLines(bytes, textBytesMax);

/** Rejects, and so ends the thread with an error, for anything but a refusal. */
async function nextLines(): Promise<SheetAnswer> {
  try {
    const { value, done } = await groups.next();
    return { lines: done ? null : value };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refused: { reason: error.reason, detail: error.detail } };
  }
}

parentPort!.on('message', async () => parentPort!.postMessage(await nextLines()));
