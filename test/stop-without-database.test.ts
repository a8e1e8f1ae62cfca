import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { postmasterPid, temporaryFolder } from './support/embedded.ts';
import { eventually } from './support/eventually.ts';
import { openProgram } from './support/program.ts';

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

const lines: string[] = [];
const program = openProgram({ DATA_DIR: folder.path }, { onLine: (line) => lines.push(line) });
after(() => program[Symbol.asyncDispose]());

const home = join(folder.path, 'postgresql');
const logged = (words: string) => eventually(async () => assert.match(lines.join('\n'), new RegExp(words)));

async function startAndLoseDatabase(): Promise<void> {
  await program.start();
  lines.length = 0;
  process.kill(await postmasterPid(join(home, 'cluster')), 'SIGKILL');
}

test('a stop right after the database was killed ends with exit code 0', async () => {
  await startAndLoseDatabase();
  await logged('exited unexpectedly');
  assert.equal(await program.stop(), 0);
});

test('a stop between two tries to bring the database back ends with exit code 0', async () => {
  await startAndLoseDatabase();
  const configuration = join(home, 'postgresql.conf');
  await rename(configuration, `${configuration}.away`);
  await logged('could not be restarted');
  assert.equal(await program.stop(), 0);
  await rename(`${configuration}.away`, configuration);
});

test('a stop after the database is back ends with exit code 0', async () => {
  await startAndLoseDatabase();
  await eventually(async () => assert.equal((await program.call('/api/v1/health')).status, 200));
  assert.equal(await program.stop(), 0);
});
