/**
 * `npm run bench:jobs`: a job of 10,000 profiles of the directory, worked on by a separate worker process with durable spends,
 * while another account sends single lookups to the API process at a steady rate. Prints the items per second, the processor time of an
 * item, and how long single lookups take beside it and without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { type JobRun, runJob } from './job-run.ts';
import { makeKey } from './keys.ts';
import { runBench } from './plain-error.ts';
import { benchLink } from './profile-rows.ts';
import { median, middle, startProgram } from './programs.ts';
import { say } from './say.ts';
import { seedDirectory } from './seed.ts';
import { verifyLedger } from './verify-ledger.ts';

const profiles = Number(process.env.BENCH_PROFILES ?? 200_000);
const items = Number(process.env.BENCH_ITEMS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const findsPerSecond = Number(process.env.BENCH_FINDS ?? 50);

await runBench(() => onBenchServer(bench, (server) => seedDirectory(server, profiles)));

async function bench({ pool, environment }: BenchServer): Promise<void> {
  const api = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  const worker = await startProgram('src/main.ts', { ...environment, ROLE: 'worker' });
  const [holder, finder] = [await makeKey(api.url, 'jobs'), await makeKey(api.url, 'finds')];
  await findsWhile(api.url, finder, sleep(2_000));

  const idle: number[] = [];
  const beside: number[] = [];
  const jobs: JobRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(p99(await findsWhile(api.url, finder, sleep(5_000))));
    const job = runJob({
      url: api.url,
      key: holder,
      items,
      profiles,
      round,
      worker: worker.pid,
      database: pool,
    });
    beside.push(p99(await findsWhile(api.url, finder, job)));
    jobs.push(await job);
    say(
      `round ${round + 1}: ${jobs.at(-1)!.perSecond.toFixed(0)} items/s, single lookups p99 ${idle.at(-1)!.toFixed(0)} ms idle and ${beside.at(-1)!.toFixed(0)} ms beside`,
    );
  }
  await verifyLedger(pool);
  const { perSecond, serviceUs, databaseUs } = middle(jobs, (job) => job.perSecond);
  console.log(`
  a job of ${items}         ${perSecond.toFixed(0)} items/s, wanted at least 2000
  processor time an item  ${serviceUs.toFixed(0)} µs of the worker, ${databaseUs.toFixed(0)} µs of PostgreSQL, with the single lookups beside
  single lookups beside   p99 ${median(beside).toFixed(1)} ms at ${findsPerSecond}/s, ${(median(beside) / median(idle)).toFixed(1)} x the ${median(idle).toFixed(1)} ms without a job, wanted at most 3
  the ledger afterwards   balances
`);
}

/** The times of single lookups that are sent at a steady rate, whether or not the ones before are answered. */
async function findsWhile(url: string, key: string, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const times: Promise<number>[] = [];
  for (let at = 0; !isOver; at += 1) {
    times.push(timeOf(url, key, (at * 7919) % profiles));
    await sleep(1000 / findsPerSecond);
  }
  return Promise.all(times);
}

async function timeOf(url: string, key: string, profile: number): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(`${url}/api/v1/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ profile_url: benchLink(profile) }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.json();
  return performance.now() - startedMs;
}

function p99(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
