import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OutputFile } from 'esbuild';
import type { App } from '../apps.ts';

/** A view, as `web/shared/shell/draw.tsx` draws it. */
interface Drawing {
  /** The path of its route. */
  path: string;
  html: string;
  /** The file name of its script. */
  script: string;
}

/** Runs the built scripts of an app in a thread of its own, with the parts of a browser that they need. */
export async function drawViews(app: App, files: readonly OutputFile[]): Promise<Drawing[]> {
  const scripts = new Map(files.map(({ path, text }) => [basename(path), text]));
  const { promise, resolve, reject } = Promise.withResolvers<Drawing[]>();
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
    workerData: { app, scripts },
    execArgv: [],
  });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error(`The views of /${app} could not be drawn.`)));
  return promise.finally(() => worker.terminate());
}
