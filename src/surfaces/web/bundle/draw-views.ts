import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { OutputFile } from 'esbuild';
import type { App } from '../apps.ts';

/** A view, as `web/shared/shell/draw.tsx` draws it. */
export interface Drawing {
  /** The path of its route. */
  path: string;
  html: string;
  /** The file name of its script. */
  script: string;
}

/** Runs the built scripts of these apps, each in a thread of its own with the parts of a browser that they need. */
export async function drawViews(files: readonly OutputFile[], apps: readonly App[]): Promise<Drawing[][]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contactry-pages-'));
  const scripts = files.filter(({ path }) => path.endsWith('.js'));
  await Promise.all([
    writeFile(join(folder.path, 'package.json'), '{"type":"module"}'),
    ...scripts.map(({ path, contents }) => writeFile(join(folder.path, basename(path)), contents)),
  ]);
  return await Promise.all(
    apps.map((app) => {
      const script = scripts
        .map(({ path }) => basename(path))
        .find((name) => name.startsWith(`views-of-${app}-`))!;
      return drawn({ app, script: pathToFileURL(join(folder.path, script)).href });
    }),
  );
}

function drawn(workerData: { app: App; script: string }): Promise<Drawing[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Drawing[]>();
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), { workerData, execArgv: [] });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(() => worker.terminate());
}
