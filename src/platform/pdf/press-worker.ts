import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from './document.ts';
import { printDocument } from './print-document.ts';

export interface PrintOrder {
  id: number;
  document: PrintedDocument;
}

export type PrintResult = { id: number; pdf: Uint8Array } | { id: number; error: unknown };

/**
 * The thread that prints. Shaping fonts would hold up requests for 30 to 300 ms. One after the other: hundreds at once would
 * not fit into its memory.
 */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (order: PrintOrder) => {
  last = last.then(() => print(order));
});

async function print({ id, document }: PrintOrder): Promise<void> {
  const result: PrintResult = await printDocument(document).then(
    (pdf) => ({ id, pdf }),
    (error: unknown) => ({ id, error }),
  );
  parentPort!.postMessage(result);
}
