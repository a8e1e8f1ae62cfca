import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type App, apps } from '#surfaces/web/apps.ts';
import { type Bundle, buildBundle } from '#surfaces/web/bundle/build-bundle.ts';

/** Bytes of script, gzipped, until the first view of an app is usable. */
const firstViewMax = 35_000;

const bundle = await buildBundle();

for (const app of apps) {
  test(`the first view of /${app} needs at most ${firstViewMax / 1000} kB of script`, () => {
    const sizes = scriptsOf(app, bundle).map((name) => [name, gzippedBytes(name)] as const);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.ok(total <= firstViewMax, `${total} bytes: ${JSON.stringify(Object.fromEntries(sizes))}`);
  });
}

/** The app's first script, its entry, its first view, and all they import at once. */
function scriptsOf(app: App, { begin, entries, views }: Bundle): string[] {
  const { script, preloaded } = entries[app];
  const first = views[app].find(({ pattern }) => pattern.test({ pathname: `/${app}` }))!;
  return [begin, script, ...preloaded, ...first.preloaded];
}

const gzippedBytes = (name: string) => gzipSync(bundle.assets.get(name)!.bytes).length;
