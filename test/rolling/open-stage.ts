import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOf } from '#domains/credits/index.ts';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { givenCredits, givenKey } from '../support/kit.ts';
import { openProgram, type Program } from '../support/program.ts';
import { startNginx } from './guides-nginx.ts';
import { importPerson } from './load.ts';

/** More than a machine can spend while the processes restart. */
const credits = 1_000_000_000;

/** Longer than nginx leaves a process out that refused a connection (`fail_timeout`). */
const pauseMs = 1_500;

const names = ['first API process', 'second API process', 'worker'] as const;

/** Two API processes behind nginx and a worker, with a person to look up and a key that pays. */
export async function openStage(stack: AsyncDisposableStack) {
  const folder = stack.use(await temporaryFolder());
  const database = stack.use(await testDatabase());
  const [port, first, second] = [await freePort(), await freePort(), await freePort()];
  const shared = { DATABASE_URL: database.url, STOP_DELAY_SECONDS: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const environments = [
    { ...shared, ROLE: 'api', LOG_LEVEL: 'error', PORT: String(first) },
    { ...shared, ROLE: 'api', LOG_LEVEL: 'error', PORT: String(second) },
    { ...shared, ROLE: 'worker', LOG_LEVEL: 'info' },
  ];
  /** Processes of a release: this one, or the copy of the project in a folder. */
  const open = (at: number, copy?: string) => stack.use(openProgram(environments[at]!, copy ? { copy } : {}));
  const programs: Program[] = names.map((_, at) => open(at));
  for (const program of programs) await program.start();
  stack.use(await startNginx(join(folder.path, 'nginx'), port, [first, second]));
  const key = await givenKey(database.db, { rate_limit_per_min: 1_000_000 });
  await givenCredits(database.db, key.account, credits);
  await importPerson(programs[0]!);
  return {
    folder: folder.path,
    database,
    url: `http://127.0.0.1:${port}`,
    key: key.text,
    names,
    /** Stops a process and starts it again, or the same of another release. Returns its exit code, once it is ready and nginx knows. */
    async restart(at: number, copy?: string): Promise<number | null> {
      const code = await programs[at]!.stop();
      programs[at] = open(at, copy);
      await programs[at].start();
      await eventually(async () => assert.equal((await fetch(`${programs[at]!.url()}/ready`)).status, 200));
      await sleep(pauseMs);
      return code;
    },
    /** Errors that nginx logged. */
    async proxyErrors(): Promise<string[]> {
      const log = await readFile(join(folder.path, 'nginx/error.log'), 'utf8');
      return log.split('\n').filter((line) => line.includes('[error]'));
    },
    paid: async () => credits - (await balanceOf(database.db, key.account)).balance,
  };
}
