/** `npm run build:client [FOLDER]`: compiles the TypeScript client into clients/typescript/dist, or makes the package in another folder. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const source = join(import.meta.dirname, '../clients/typescript');
const target = resolve(process.argv[2] ?? source);
const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');

await rm(join(target, 'dist'), { recursive: true, force: true });
await mkdir(target, { recursive: true });
await promisify(execFile)(process.execPath, [compiler, '-p', source, '--outDir', join(target, 'dist')]).catch(
  ({ stdout }) => {
    console.error(stdout);
    process.exit(1);
  },
);
// The compiler leaves the endings of imports in declarations. Editors and older compilers look for `.js`.
for (const name of globSync('*.d.ts', { cwd: join(target, 'dist') })) {
  const file = join(target, 'dist', name);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
}
// npm packs it from there.
await cp(join(import.meta.dirname, '../LICENSE'), join(target, 'LICENSE'));
if (target !== source)
  for (const file of ['package.json', 'README.md']) await cp(join(source, file), join(target, file));
console.log(`Built the client into ${relative(process.cwd(), join(target, 'dist'))}`);
