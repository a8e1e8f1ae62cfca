/** docs/security: every requirement has one answer, and what an answer names exists. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import { anchorOf, answersOf, headingsOf, type Requirement, requirements } from '../scripts/asvs-page.ts';

const root = join(import.meta.dirname, '..');

/** The requirements of levels 1 and 2 of version 5.0.0, section by section. */
const numbers = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
  4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3
  6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2
  10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
  12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3
  15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`
  .trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [, section, first, last] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range)!;
    const count = Number(last ?? first) - Number(first) + 1;
    return Array.from({ length: count }, (_, at) => `${section}.${Number(first) + at}`);
  });

/** The titles of a file's tests, as they are written. */
function titlesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const titles: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'test' || !first) return;
      if (first.type === 'Literal') titles.push(String(first.value));
      else titles.push(text.slice(first.start + 1, first.end - 1));
    },
  }).visit(parseSync(file, text).program);
  return titles;
}

function placeFaults(at: string): string[] {
  const [file = '', anchor] = at.split('#');
  if (!existsSync(join(root, file))) return [`there is no ${file}`];
  if (anchor === undefined || headingsOf(file).some((heading) => anchorOf(heading) === anchor)) return [];
  return [`${file} has no section #${anchor}`];
}

function faultsOf(row: Requirement): string[] {
  const { what, test: file, title, at, operator, open } = row;
  const given = answersOf(row);
  if (given.length !== 1 || what === '') return [`has ${given.length} answers`];
  if (open) return [];
  if (file) {
    if (!/\.test\.ts$/.test(file) || !existsSync(join(root, file))) return [`there is no test file ${file}`];
    return titlesIn(file).includes(title ?? '') ? [] : [`${file} has no test “${title}”`];
  }
  if (at === undefined) return ['names no place'];
  return operator && !/^docs\/guide\/.*#/.test(at) ? ['names no section of a guide'] : placeFaults(at);
}

test('each requirement of levels 1 and 2 has one answer, whose test, file or section exists', () => {
  assert.equal(numbers.length, 253);
  assert.deepEqual(Object.keys(requirements), numbers);
  const faults = Object.entries(requirements).flatMap(([number, row]) =>
    faultsOf(row).map((fault) => `${number}: ${fault}`),
  );
  assert.deepEqual(faults, []);
});

test('a test with another name, a missing file, a missing section and two answers are found', () => {
  const good = { what: 'x', test: 'test/asvs.test.ts', title: 'what is not met is a known weakness' };
  const guide = 'docs/guide/operating.md';
  assert.deepEqual(faultsOf(good), []);
  for (const bad of [
    { title: 'what is not met is a weakness' },
    { test: 'test/no.test.ts' },
    { test: undefined },
    { open: 'x' },
    { test: undefined, met: 'x' },
    { test: undefined, met: 'x', at: 'src/no.ts' },
    { test: undefined, operator: 'x', at: guide },
    { test: undefined, operator: 'x', at: `${guide}#no-such-section` },
  ])
    assert.equal(faultsOf({ ...good, ...bad } as Requirement).length, 1, JSON.stringify(bad));
  assert.deepEqual(faultsOf({ what: 'x', operator: 'x', at: `${guide}#secrets` }), []);
});

test('what is not met is a known weakness', () => {
  const [, weaknesses = ''] = readFileSync(join(root, 'docs/security/threats.md'), 'utf8').split(
    '\n## Known weaknesses\n',
  );
  const missing = Object.entries(requirements)
    .filter(([number, { open }]) => open && !weaknesses.split(/[\s(),]+/).includes(number))
    .map(([number]) => number);
  assert.deepEqual(missing, []);
});
