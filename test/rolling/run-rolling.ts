import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { balanceOf } from '#domains/credits/index.ts';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { givenCredits, givenKey } from '../support/kit.ts';
import { openProgram, type Program } from '../support/program.ts';
import { startNginx } from './guides-nginx.ts';

interface Rolling {
  /** More are sent until each process was restarted. */
  requests: number;
  connections: number;
  say(line: string): void;
}

/** More than a machine can spend while the processes restart. */
const credits = 1_000_000_000;

/** Longer than nginx leaves a process out that refused a connection (`fail_timeout`). */
const pauseMs = 1_500;

/** Restarts two API processes and a worker in turn while requests run. Returns what went wrong, a line for each. */
export async function runRolling({ requests, connections, say }: Rolling): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const database = stack.use(await testDatabase());
  const [port, first, second] = [await freePort(), await freePort(), await freePort()];
  const shared = { DATABASE_URL: database.url, STOP_DELAY_SECONDS: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const api = (at: string) =>
    stack.use(openProgram({ ...shared, ROLE: 'api', LOG_LEVEL: 'error', PORT: at }));
  const programs: [name: string, program: Program][] = [
    ['first API process', api(String(first))],
    ['second API process', api(String(second))],
    ['worker', stack.use(openProgram({ ...shared, ROLE: 'worker', LOG_LEVEL: 'info' }))],
  ];
  for (const [, program] of programs) await program.start();
  stack.use(await startNginx(join(folder.path, 'nginx'), port, [first, second]));

  const key = await givenKey(database.db, { rate_limit_per_min: 1_000_000 });
  await givenCredits(database.db, key.account, credits);
  await importPerson(programs[0]![1]);
  say(`at least ${requests} lookups over ${connections} connections, through nginx, to two processes`);

  let restarts = 0;
  const isEnough = (sent: number) => sent >= requests && restarts >= programs.length;
  const load = startLoad(`http://127.0.0.1:${port}`, key.text, { connections, isEnough });
  const exitCodes: (number | null)[] = [];
  while (!load.isDone()) {
    const [name, program] = programs[restarts % programs.length]!;
    exitCodes.push(await program.stop());
    await program.start();
    await eventually(async () => assert.equal((await fetch(`${program.url()}/ready`)).status, 200));
    restarts += 1;
    say(`restarted the ${name}; ${load.answered()} answers, ${load.failures.length} failed`);
    await sleep(pauseMs);
  }
  const seconds = await load.done;
  const { balance: left } = await balanceOf(database.db, key.account);
  const paid = credits - left;
  say(
    `${load.answered()} answers in ${Math.round(seconds)} s, ${restarts} restarts, ${load.failures.length} failed, ${paid} credits paid`,
  );
  return [
    ...load.failures,
    ...(paid === load.answered() ? [] : [`${load.answered()} lookups were paid with ${paid} credits`]),
    ...exitCodes.filter((code) => code !== 0).map((code) => `a process exited with ${code} after SIGTERM`),
  ];
}

interface Load {
  connections: number;
  isEnough(sent: number): boolean;
}

/** Each answer costs one credit, so that the balance shows what was lost or charged twice. Ends early after a failure. */
function startLoad(url: string, key: string, { connections, isEnough }: Load) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const failures: string[] = [];
  const startedMs = performance.now();
  let sent = 0;
  let answered = 0;
  let isDone = false;
  const lane = async () => {
    while (failures.length === 0 && !isEnough(sent)) {
      sent += 1;
      const fault = await findOnce(pool, key).catch((error: Error) => error.message);
      if (fault !== null) failures.push(fault);
      answered += 1;
    }
  };
  const done = Promise.all(Array.from({ length: connections }, lane)).then(async () => {
    await pool.close();
    isDone = true;
    return (performance.now() - startedMs) / 1000;
  });
  return { done, failures, answered: () => answered, isDone: () => isDone };
}

async function findOnce(pool: Pool, key: string): Promise<string | null> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/v1/find',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"profile_url":"github.com/asha-example"}',
  });
  const text = await body.text();
  return statusCode === 200 && text.includes('asha@works.example.com')
    ? null
    : `${statusCode} ${text.slice(0, 200)}`;
}

async function importPerson(program: Program): Promise<void> {
  const body = 'profile_url,full_name,email\ngithub.com/asha-example,Asha Example,asha@works.example.com\n';
  const headers = { 'content-type': 'text/csv' };
  const answer = await program.call('/api/v1/admin/directory/imports', { method: 'POST', body, headers });
  assert.ok(answer.ok, await answer.text());
}
