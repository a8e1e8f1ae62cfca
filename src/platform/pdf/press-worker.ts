import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from './document.ts';
import { printDocument } from './print-document.ts';

export interface PrintOrder {
  id: number;
  document: PrintedDocument;
}

export type PrintResult = { id: number; pdf: Uint8Array } | { id: number; error: unknown };

/** The thread that prints. Shaping fonts would hold up requests for 30 to 300 ms. */
parentPort?.on('message', async ({ id, document }: PrintOrder) => {
  const result: PrintResult = await printDocument(document).then(
    (pdf) => ({ id, pdf }),
    (error: unknown) => ({ id, error }),
  );
  parentPort!.postMessage(result);
});
