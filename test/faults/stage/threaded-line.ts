import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseLine } from '../../support/database-line.ts';

export type LineAct = 'freeze' | 'thaw' | 'cut' | 'mend';

/** A line in a thread of its own, so that callers and checker, which are busy, don't slow it down. Its acts come a moment later. */
export async function openThreadedLine(url: string): Promise<DatabaseLine> {
  const thread = new Worker(new URL('./line-thread.ts', import.meta.url), { workerData: url });
  const [lineUrl] = (await once(thread, 'message')) as [string];
  const act = (name: LineAct) => () => thread.postMessage(name);
  return {
    url: lineUrl,
    ...{ freeze: act('freeze'), thaw: act('thaw'), cut: act('cut'), mend: act('mend') },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
