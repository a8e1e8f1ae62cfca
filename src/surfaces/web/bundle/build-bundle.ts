import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { type KeptBytes, keptBytes } from '../../kept-bytes.ts';
import type { App } from '../apps.ts';
import { kitInOneScript } from './kit-in-one-script.ts';

/** Everything the browser loads, built from `web/` and kept in memory. */
export interface Bundle {
  /** By file name. The names change with the content. */
  assets: ReadonlyMap<string, KeptBytes>;
  entries: Readonly<Record<App | 'site', Entry>>;
  /** The source files, as absolute paths. */
  sources: readonly string[];
}

export interface Entry {
  script: string;
  /** The scripts that this one imports at once, and their imports. */
  preloaded: readonly string[];
  style: string | null;
  /** Drawn with at once. */
  font: string | null;
}

const project = join(import.meta.dirname, '../../../..');

const entryPoints = {
  app: 'web/app/main.tsx',
  console: 'web/console/main.tsx',
  site: 'web/site/main.ts',
} as const satisfies Record<App | 'site', string>;

/** Takes about 0.1 s, in a process of its own that ends with it. */
export async function buildBundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints,
    outdir: 'built',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'dataurl', '.woff2': 'file' },
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [kitInOneScript(project)],
  });
  await stop();
  return {
    assets: new Map(
      outputFiles.map(({ path, contents }) => [
        basename(path),
        keptBytes(typeOf(path), Buffer.from(contents)),
      ]),
    ),
    entries: {
      app: entryOf('app', metafile),
      console: entryOf('console', metafile),
      site: entryOf('site', metafile),
    },
    sources: Object.keys(metafile.inputs).map((path) => join(project, path)),
  };
}

function entryOf(name: keyof typeof entryPoints, { outputs }: Metafile): Entry {
  const [path, output] = Object.entries(outputs).find(
    ([, { entryPoint }]) => entryPoint === entryPoints[name],
  )!;
  const preloaded = new Set<string>();
  const follow = (from: string) => {
    for (const { path: to, kind } of outputs[from]!.imports) {
      if (kind !== 'import-statement' || preloaded.has(to)) continue;
      preloaded.add(to);
      follow(to);
    }
  };
  follow(path);
  return {
    script: basename(path),
    preloaded: [...preloaded].map((to) => basename(to)),
    // Includes the styles of views that load later.
    style: output.cssBundle ? basename(output.cssBundle) : null,
    font: fontOf(outputs),
  };
}

/** Latin, which every view needs. */
const fontOf = (outputs: Metafile['outputs']): string | null => {
  const path = Object.keys(outputs).find((name) => /-latin-wght-normal-\w+\.woff2$/.test(name));
  return path ? basename(path) : null;
};

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
