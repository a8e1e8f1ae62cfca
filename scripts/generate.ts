/** `npm run generate` writes every generated file. With `--check` it only lists the stale ones. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleEnvironment } from '#app/config.ts';
import { manifest } from '#app/manifest.ts';
import { openApiDocument } from '#surfaces/http/openapi.ts';
import { errorPage } from '#surfaces/http/pages.ts';

const root = join(import.meta.dirname, '..');
const checking = process.argv.includes('--check');

const files = new Map<string, string>([
  ['.env.example', exampleEnvironment()],
  ['docs/openapi.json', `${JSON.stringify(openApiDocument(manifest, 'http://127.0.0.1:8080'), null, 2)}\n`],
]);
for (const code of manifest.errors.keys()) files.set(`docs/errors/${code}.md`, errorPage(manifest, code)!);

const stale = [...files].filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
const orphans = globSync('docs/errors/*.md', { cwd: root }).filter((file) => !files.has(file));

if (!checking) {
  for (const file of stale) writeFileSync(join(root, file), files.get(file)!);
  for (const file of orphans) rmSync(join(root, file));
}
for (const file of [...stale, ...orphans]) console.log(`${checking ? 'stale' : 'written'}: ${file}`);

const rows = spawnSync(process.execPath, ['scripts/generate-rows.ts', ...(checking ? ['--check'] : [])], {
  cwd: root,
  stdio: 'inherit',
});
if (checking && stale.length + orphans.length > 0)
  console.log('Run `npm run generate` and commit the result.');
process.exit(checking && (stale.length + orphans.length > 0 || rows.status !== 0) ? 1 : (rows.status ?? 1));

function textOf(file: string): string | null {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
