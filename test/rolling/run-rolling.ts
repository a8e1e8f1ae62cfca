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
  requests: number;
  connections: number;
  say(line: string): void;
}

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

  const key = await givenKey(database.db, { ownRate: 1_000_000 });
  await givenCredits(database.db, key.account, requests);
  await importPerson(programs[0]![1]);
  say(`${requests} lookups over ${connections} connections, through nginx, to two processes`);

  const load = startLoad(`http://127.0.0.1:${port}`, key.text, { requests, connections });
  let restarts = 0;
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
  const { available: left } = await balanceOf(database.db, key.account);
  say(
    `${load.answered()} answers in ${Math.round(seconds)} s, ${restarts} restarts, ${load.failures.length} failed, ${left} credits left`,
  );
  return [
    ...load.failures,
    ...(left === 0 ? [] : [`${requests} lookups were paid with ${requests - left} credits`]),
    ...exitCodes.filter((code) => code !== 0).map((code) => `a process exited with ${code} after SIGTERM`),
    ...(restarts < programs.length
      ? ['The requests ended before each process was restarted. Send more.']
      : []),
  ];
}

/** Each answer costs one credit, so that the balance shows what was lost or charged twice. */
function startLoad(url: string, key: string, { requests, connections }: Omit<Rolling, 'say'>) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const failures: string[] = [];
  const startedMs = performance.now();
  let sent = 0;
  let answered = 0;
  const lane = async () => {
    while (sent < requests) {
      sent += 1;
      const fault = await findOnce(pool, key).catch((error: Error) => error.message);
      if (fault !== null) failures.push(fault);
      answered += 1;
    }
  };
  const done = Promise.all(Array.from({ length: connections }, lane)).then(async () => {
    await pool.close();
    return (performance.now() - startedMs) / 1000;
  });
  return { done, failures, answered: () => answered, isDone: () => answered >= requests };
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
