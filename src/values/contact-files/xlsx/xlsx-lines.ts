import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FileRefused } from '../file-refused.ts';
import type { FileLine } from '../line-splitter.ts';
import type { SheetAnswer } from './sheet-thread.ts';

/** A spreadsheet of a million contacts has about half of it. */
const fileBytesMax = 64 * 1024 ** 2;
/** The heap of the thread that reads a spreadsheet. The longest texts that are allowed take about half of it. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * The first visible sheet of a spreadsheet as lines of CSV. A few kilobytes of a spreadsheet can unpack to anything, so a thread
 * with a heap of its own reads it: a file that needs more memory ends that thread only, and is refused.
 */
export async function* xlsxLines(
  file: AsyncIterable<Uint8Array>,
  textBytesMax: number,
): AsyncGenerator<FileLine[]> {
  const bytes = await wholeOf(file);
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: { bytes, textBytesMax },
    transferList: [bytes.buffer],
    resourceLimits,
  });
  // It may fail while the caller is busy with the last lines. The next request for lines reports it.
  let failure: unknown = null;
  thread.on('error', (error) => {
    failure = error;
  });
  try {
    for (;;) {
      if (failure !== null) throw failure;
      thread.postMessage('next');
      const [answer] = (await once(thread, 'message')) as [SheetAnswer];
      if ('refused' in answer) throw new FileRefused(answer.refused.reason, answer.refused.detail);
      if (answer.lines === null) return;
      yield answer.lines;
    }
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? needsTooMuch() : error;
  } finally {
    await thread.terminate();
  }
}

const needsTooMuch = () =>
  new FileRefused('too_large', 'The spreadsheet takes too much memory to read. Save it as "CSV UTF-8".');

async function wholeOf(file: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
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
  // Not in the pool that buffers share: the thread takes it over.
  return Uint8Array.from(Buffer.concat(chunks));
}
