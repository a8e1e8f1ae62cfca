import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageLock from '../package-lock.json' with { type: 'json' };
import { licenceFaults, readByHand } from './check-licences.ts';

const of = (license?: string, dev = false) =>
  licenceFaults({ 'node_modules/one': { version: '1.0.0', ...(license && { license }), dev } });

test('every dependency has an allowed licence', () => {
  assert.deepEqual(licenceFaults(packageLock.packages), []);
});

test('an expression is allowed if its parts are, or one of its choices is', () => {
  for (const expression of ['MIT AND OFL-1.1', '(GPL-3.0-only OR MIT)', 'Apache-2.0'])
    assert.deepEqual(of(expression), [], expression);
});

test('other licences, none, and text that is no expression are refused', () => {
  for (const expression of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN LICENSE.md'])
    assert.deepEqual(of(expression), [`one 1.0.0 has the licence ${expression}, which is not on the list.`]);
  assert.deepEqual(of(), ['one 1.0.0 names no licence.']);
});

test('a licence for development only is refused in what is distributed', () => {
  assert.deepEqual(of('CC-BY-3.0', true), []);
  assert.equal(of('CC-BY-3.0').length, 1);
});

test('licences that were read by hand are those of installed packages', () => {
  for (const [key, licence] of Object.entries(readByHand)) {
    const [name, version] = key.split('@');
    const file = (path: string) =>
      readFileSync(join(import.meta.dirname, '../node_modules', name!, path), 'utf8');
    assert.equal(JSON.parse(file('package.json')).version, version);
    assert.match(file('LICENSE'), new RegExp(`^${licence} License`));
  }
});
