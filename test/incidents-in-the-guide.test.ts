import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('every incident of the guide is walked by a test of its name, and every such test is in the guide', () => {
  const sections = [...textOf('docs/guide/incidents.md').matchAll(/^### (.+)$/gm)].map(([, title]) => title!);
  const tests = globSync('test/browser/incidents-*.browser.test.ts', { cwd: root }).flatMap((file) =>
    [...textOf(file).matchAll(/^test\('([^']+)'/gm)].map(([, title]) => title!),
  );
  assert.ok(sections.length >= 30);
  assert.deepEqual(tests.sort(), sections.sort());
});

test('every section says what to do and what happens to customers', () => {
  const sections = textOf('docs/guide/incidents.md').split(/^### /m).slice(1);
  assert.deepEqual(
    sections.filter((text) => !/\*\*Do\*\*/.test(text) || !/\*\*(Customers|The person)\*\*/.test(text)),
    [],
  );
});
