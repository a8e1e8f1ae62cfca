/** The tests of the release before on the schema of the next one. For now this checkout is that release, and the next one is a rehearsal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { serverVariable } from '../support/database-server.ts';

const root = join(import.meta.dirname, '../..');

/** Those that touch the table that is split first. `npm run test:upgrades` runs the tests of all domains. */
const telling = [
  'test/upgrades/template.test.ts',
  'src/domains/keys/create-key.test.ts',
  'src/domains/keys/account-keys/account-keys.test.ts',
  'src/domains/keys/gate/key-gate.test.ts',
  'src/domains/billing/plans-of.test.ts',
];

test('the tests of the release before pass on the schema of the next one', async () => {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, [serverVariable]: ___, ...environment } = process.env;
  const child = spawn(process.execPath, ['test/run.ts', ...telling], {
    cwd: root,
    env: { ...environment, TEST_REHEARSAL: '3.1.0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  assert.match(said, /[1-9]\d* passed, 0 failed\n$/);
  assert.doesNotMatch(said, /^Skipped:/m);
});
