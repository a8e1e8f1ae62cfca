import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from './document.ts';
import type { PrintResult } from './press-worker.ts';

const idleMsMax = 60_000;
const heapMbMax = 96;

export type Press = ReturnType<typeof openPress>;

/**
 * Prints documents as PDF in a thread of its own. It starts with the first document, and ends after a minute without one: fonts
 * and shaper take some 60 MB.
 */
export function openPress() {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();

  function start(): Worker {
    const started = new Worker(new URL('./press-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
    started.on('message', (result: PrintResult) => settle(result));
    started.on('error', (error) => stop(started, error));
    started.on('exit', () => stop(started, new Error('the thread that prints ended')));
    return started;
  }

  function settle(result: PrintResult): void {
    const order = waiting.get(result.id);
    waiting.delete(result.id);
    if ('pdf' in result) order?.resolve(Buffer.from(result.pdf));
    else order?.reject(result.error);
    if (waiting.size > 0) return;
    worker?.unref();
    idle = setTimeout(retire, idleMsMax).unref();
  }

  /** A document that comes while the thread ends starts another thread. */
  function retire(): Promise<number> | undefined {
    const retired = worker;
    worker = null;
    return retired?.terminate();
  }

  function stop(stopped: Worker, error: unknown): void {
    if (stopped !== worker) return;
    worker = null;
    for (const order of waiting.values()) order.reject(error);
    waiting.clear();
  }

  return {
    print(document: PrintedDocument): Promise<Buffer> {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const id = ++orders;
      const order = Promise.withResolvers<Buffer>();
      waiting.set(id, order);
      worker.postMessage({ id, document });
      return order.promise;
    },
    async close(): Promise<void> {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
