import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { type KeptBytes, keptBytes } from '../../kept-bytes.ts';
import type { App } from '../apps.ts';
import { drawViews } from './draw-views.ts';
import { iconSheet } from './icon-sheet.ts';
import { kitInOneScript } from './kit-in-one-script.ts';
import { packagesIn } from './licences.ts';

/** Everything the browser loads, built from `web/` and kept in memory. */
export interface Bundle {
  /** By file name. The names change with the content. */
  assets: ReadonlyMap<string, KeptBytes>;
  entries: Readonly<Record<App | 'site', Entry>>;
  /** The script that loads an app's, once its drawn view is painted. */
  begin: string;
  views: Readonly<Record<App, readonly View[]>>;
  /** The source files, as absolute paths. */
  sources: readonly string[];
  /** The folders of the packages that have a part in the assets. */
  packages: readonly string[];
}

export interface Entry {
  script: string;
  /** The scripts that this one imports at once, and their imports. */
  preloaded: readonly string[];
  style: string | null;
  /** Drawn with at once. */
  font: string | null;
}

/** A view as it looks before its script runs. */
export interface View {
  pattern: URLPattern;
  html: string;
  /** Its script and the imports of that, without those of the app. */
  preloaded: readonly string[];
}

const project = join(import.meta.dirname, '../../../..');

const entryPoints = {
  app: 'web/app/main.tsx',
  console: 'web/console/main.tsx',
  site: 'web/site/main.ts',
  begin: 'web/shared/shell/begin.ts',
} as const satisfies Record<App | 'site' | 'begin', string>;

/** Each draws the views of an app. Browsers don't load them. */
const drawnPoints = { 'views-of-app': 'web/app/drawn.tsx', 'views-of-console': 'web/console/drawn.tsx' };

/** Takes about half a second, most of it in a process and threads of its own that end with it. */
export async function buildBundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: { ...entryPoints, ...drawnPoints },
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
    loader: { '.woff2': 'file' },
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [kitInOneScript(project), iconSheet(project)],
  });
  await stop();
  const entries = {
    app: entryOf('app', metafile),
    console: entryOf('console', metafile),
    site: entryOf('site', metafile),
  };
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
  const viewsOf = async (app: App): Promise<View[]> => {
    const loaded = new Set([entries[app].script, ...entries[app].preloaded]);
    return (await drawViews(app, scripts)).map(({ path, html, script }) => ({
      pattern: new URLPattern({ pathname: path }),
      html,
      preloaded: [script, ...importsOf(script, metafile)].filter((name) => !loaded.has(name)),
    }));
  };
  const [ofApp, ofConsole] = await Promise.all([viewsOf('app'), viewsOf('console')]);
  return {
    assets: new Map(
      outputFiles
        .filter(({ path }) => !basename(path).startsWith('views-of-'))
        .map(({ path, contents }) => [basename(path), keptBytes(typeOf(path), Buffer.from(contents))]),
    ),
    entries,
    begin: entryOf('begin', metafile).script,
    views: { app: ofApp, console: ofConsole },
    sources: Object.keys(metafile.inputs)
      .filter(isFile)
      .map((path) => join(project, path)),
    packages: packagesIn(metafile),
  };
}

/** A picture that is drawn on the way has a name such as `icon-sheet:node_modules/heroicons/icon-sheet.svg`. */
const isFile = (input: string): boolean => !input.includes(':');

function entryOf(name: keyof typeof entryPoints, metafile: Metafile): Entry {
  const [path, { cssBundle }] = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === entryPoints[name],
  )!;
  return {
    script: basename(path),
    preloaded: importsOf(basename(path), metafile),
    // Includes the styles of views that load later.
    style: cssBundle ? basename(cssBundle) : null,
    font: fontOf(metafile.outputs),
  };
}

/** The scripts that this one imports at once, and their imports. */
function importsOf(script: string, { outputs }: Metafile): string[] {
  const found = new Set<string>();
  const follow = (from: string) => {
    for (const { path, kind } of outputs[`built/${from}`]!.imports) {
      const name = basename(path);
      if (kind !== 'import-statement' || found.has(name)) continue;
      found.add(name);
      follow(name);
    }
  };
  follow(script);
  return [...found];
}

/** Latin, which every view needs. */
const fontOf = (outputs: Metafile['outputs']): string | null => {
  const path = Object.keys(outputs).find((name) => /-latin-wght-normal-\w+\.woff2$/.test(name));
  return path ? basename(path) : null;
};

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
