// Reads one spreadsheet for the process that started this one, which asks for each group of lines.
import { once } from 'node:events';
import { FileRefused } from '../file-refused.ts';
import type { FileLine } from '../line-splitter.ts';
import { sheetLines } from './sheet-lines.ts';

/** The next lines, or null after the last, or why the file is refused. */
export type SheetAnswer = { lines: FileLine[] | null } | { refused: Pick<FileRefused, 'reason' | 'detail'> };

const [{ bytes, textBytesMax }] = (await once(process, 'message')) as [
  { bytes: Uint8Array; textBytesMax: number },
];
const answer = (found: SheetAnswer): void => void process.send!(found);
try {
  for await (const lines of sheetLines(bytes, textBytesMax)) {
    const asked = once(process, 'message');
    answer({ lines });
    await asked;
  }
  answer({ lines: null });
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  answer({ refused: { reason: error.reason, detail: error.detail } });
}
// Until it is stopped, or left: a busy parent may notice its end before the last answer.
await new Promise((left) => process.on('message', left).on('disconnect', left));
