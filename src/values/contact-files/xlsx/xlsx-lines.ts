import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FileRefused } from '../file-refused.ts';
import type { FileLine } from '../line-splitter.ts';
import type { SheetAnswer } from './sheet-reader.ts';

/** A spreadsheet of a million contacts has about half of it. */
const fileBytesMax = 64 * 1024 ** 2;
/** The longest texts that are allowed take about half of it. */
const heapMiB = 256;

/**
 * The first visible sheet of a spreadsheet as lines of CSV. A few kilobytes of a spreadsheet can unpack to anything, so a process of
 * its own reads it, with a small heap and without our environment: a file that needs more memory ends that process only, and is
 * refused.
 */
export async function* xlsxLines(
  file: AsyncIterable<Uint8Array>,
  textBytesMax: number,
): AsyncGenerator<FileLine[]> {
  const bytes = await wholeOf(file);
  const reader = fork(fileURLToPath(import.meta.resolve('./sheet-reader.ts')), {
    execArgv: [`--max-old-space-size=${heapMiB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A Ctrl-C at the terminal is for the service, which ends its work in order.
    detached: true,
  });
  const ended = endOf(reader);
  try {
    reader.send({ bytes, textBytesMax });
    for (;;) {
      const [answer] = (await Promise.race([once(reader, 'message'), ended])) as [SheetAnswer];
      if ('refused' in answer) throw new FileRefused(answer.refused.reason, answer.refused.detail);
      if (answer.lines === null) return;
      yield answer.lines;
      reader.send('next');
    }
  } finally {
    reader.kill('SIGKILL');
  }
}

/** Rejects when the process can't be started, or ends. Only a lack of memory ends it with a signal. */
function endOf(reader: ChildProcess): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    reader.on('error', reject);
    reader.on('exit', (code, signal) => reject(signal ? needsTooMuch() : new Error(`ended with ${code}`)));
  });
  // It may end while no answer is awaited.
  ended.catch(() => {});
  return ended;
}

const needsTooMuch = () =>
  new FileRefused('too_large', 'The spreadsheet takes too much memory to read. Save it as "CSV UTF-8".');

async function wholeOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > fileBytesMax)
      throw new FileRefused(
        'too_large',
        `The file is larger than ${fileBytesMax / 1024 ** 2} MiB, which is the most for a spreadsheet. Save it as "CSV UTF-8".`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
