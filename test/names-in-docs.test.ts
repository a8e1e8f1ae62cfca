import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = globSync(
  ['*', '.ci/*', '{bench,bin,clients,docs,extension,migrations,scripts,src,test,web}/**/*'],
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  },
);
const programs = files.filter((file) =>
  /\.(tsx?|mjs|py|sql|json|ya?ml|css)$|(^|\/)(Dockerfile|run)$|^contactry$/.test(file),
);

/** Every name in the programs, and in quoted texts. */
const names = new Set(
  programs
    .filter((file) => file !== 'test/names-in-docs.test.ts')
    .flatMap((file) => textOf(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
);

/** Settings of PostgreSQL, functions of Citus, and files that are made while the service runs. */
const foreign = new Set([
  'random_page_cost',
  'recovery_target',
  'remote_apply',
  'create_distributed_function',
  'secrets.json',
  'contactry/backup.json',
]);

const fileName = /^(?:[\w.@*{},-]+\/)*[\w.*{},-]+\.(?:ts|tsx|mjs|sql|md|json|css|ya?ml)$/;
const identifier = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+_[a-z_]+)(?=\(|$|\.\w)/;

function exists(code: string): boolean {
  if (foreign.has(code)) return true;
  if (fileName.test(code) || /^(src|test|docs|web|scripts|migrations)\/[\w/.-]*$/.test(code)) {
    const path = code.replace(/\/$/, '');
    return files.some(
      (file) => file === path || file.endsWith(`/${path}`) || matchesGlob(file, `{${path},**/${path}}`),
    );
  }
  const name = identifier.exec(code)?.[0];
  return name === undefined || names.has(name) || foreign.has(name);
}

test('decisions name only files, functions, types and tables that exist', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: root });
  assert.ok(pages.length > 20);
  const unknown = pages.flatMap((page) =>
    [
      ...textOf(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/`([^`\n]+)`/g),
    ]
      .map(([, code]) => code!)
      .filter((code) => !exists(code))
      .map((code) => `${page}: ${code}`),
  );
  assert.deepEqual(unknown, []);
});
