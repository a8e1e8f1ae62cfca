/** `npm run build:extension [FOLDER]`: bundles the browser extension into extension/dist, or another folder. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf, packagesIn } from '#surfaces/web/bundle/licences.ts';

const source = join(import.meta.dirname, '../extension');
const target = resolve(process.argv[2] ?? join(source, 'dist'));
const scripts = ['background', 'popup', 'options'];
const files = ['manifest.json', 'popup.html', 'options.html', 'style.css'];

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const { metafile } = await build({
  entryPoints: scripts.map((name) => join(source, `src/${name}.ts`)),
  outdir: target,
  bundle: true,
  format: 'esm',
  target: 'chrome123',
  legalComments: 'none',
  metafile: true,
});
for (const file of files) await cp(join(source, file), join(target, file));
await writeFile(join(target, 'LICENCES.txt'), licencesOf(packagesIn(metafile)));
console.log(`Built the extension into ${target}`);
