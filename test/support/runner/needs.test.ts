import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loads, usesServers } from './loads.ts';
import { byNeeds, needsA } from './needs.ts';

const root = join(import.meta.dirname, '../../..');
const files = globSync('{src,dev,test,scripts}/**/*.test.ts', { cwd: root });

/** Not this one, which imports the runner. */
const others = files.filter((file) => join(root, file) !== import.meta.filename);

/** How a test comes to what it needs. */
const signs: Readonly<Record<string, (file: string) => boolean>> = {
  browser: (file) => loads(file, 'test/support/chromium.ts'),
  redis: (file) => loads(file, 'test/support/redis.ts'),
  pgbouncer: (file) => loads(file, 'test/support/pgbouncer.ts'),
  standby: (file) => loads(file, 'test/support/two-servers.ts'),
  pypi: (file) => loads(file, 'test/support/python.ts'),
  promtool: (file) => /\bspawnSync\(\s*'promtool'/.test(readFileSync(join(root, file), 'utf8')),
};

for (const [need, hasSign] of Object.entries(signs)) {
  test(`.${need} is in the name of each test file that needs it, and of no other`, () => {
    const named = files.filter(needsA(need));
    assert.ok(named.length > 0);
    assert.deepEqual(named, others.filter(hasSign));
  });
}

test('a name that says an unknown need is refused', () => {
  assert.throws(
    () => byNeeds(['test/some.where.test.ts']),
    /\.where\.test\.ts is none of \.browser, \.redis/,
  );
});

test('what a test imports says whether it uses PostgreSQL or Redis', () => {
  for (const file of [
    'test/pages.test.ts',
    'test/redis/rate-limit.redis.test.ts',
    'test/scale/scale.slow.test.ts',
  ])
    assert.ok(usesServers(file), file);
  for (const file of [
    'test/words.test.ts',
    'test/crash-paid.slow.test.ts',
    'test/stalls/parsers.slow.test.ts',
    'test/browser/pages.browser.test.ts',
  ])
    assert.ok(!usesServers(file), file);
});
