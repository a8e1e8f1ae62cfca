/**
 * `npm run bench:jobs`: a job of 10,000 profiles of the directory, worked on by a separate worker process with durable spends,
 * while another account sends single lookups to the API process at a steady rate. Says how many items a second are done, what an
 * item costs in processor time, and how long single lookups take beside it and without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServer, benchSecret, onBenchServer } from './bench-server.ts';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time.ts';
import { median, startProgram } from './programs.ts';
import { seedDirectory } from './seed.ts';

const profiles = Number(process.env.BENCH_PROFILES ?? 200_000);
const items = Number(process.env.BENCH_ITEMS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const findsPerSecond = Number(process.env.BENCH_FINDS ?? 50);

await onBenchServer(bench);

async function bench({ pool, environment }: BenchServer): Promise<void> {
  await seedDirectory(pool, profiles);
  const api = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  const worker = await startProgram('src/main.ts', { ...environment, ROLE: 'worker' });
  const [holder, finder] = [await makeKey(api.url, 'jobs'), await makeKey(api.url, 'finds')];
  await findsWhile(api.url, finder, sleep(2_000));

  const client = await pool.connect();
  const server = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

  const results = {
    rate: [] as number[],
    idle: [] as number[],
    beside: [] as number[],
    cpu: [] as number[],
    server: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    results.idle.push(p99(await findsWhile(api.url, finder, sleep(5_000))));
    const before = await cpuMsOf(worker.pid);
    const serverBefore = await cpuMsOfFamily(server);
    const job = runJob(api.url, holder, round);
    results.beside.push(p99(await findsWhile(api.url, finder, job)));
    const { seconds } = await job;
    results.rate.push(items / seconds);
    results.cpu.push(((await cpuMsOf(worker.pid)) - before) / items);
    results.server.push(((await cpuMsOfFamily(server)) - serverBefore) / items);
    process.stderr.write(
      `round ${round + 1}: ${results.rate.at(-1)!.toFixed(0)} items/s, single lookups p99 ${results.idle.at(-1)!.toFixed(0)} ms idle and ${results.beside.at(-1)!.toFixed(0)} ms beside\n`,
    );
  }
  client.release();
  const { rows } = await pool.query('select * from credit_reconcile()');
  console.log(`
  a job of ${items}         ${median(results.rate).toFixed(0)} items/s, wanted at least 2000
  processor time an item  ${(median(results.cpu) * 1000).toFixed(0)} µs of the worker, ${(median(results.server) * 1000).toFixed(0)} µs of PostgreSQL, with the single lookups beside
  single lookups beside   p99 ${median(results.beside).toFixed(1)} ms at ${findsPerSecond}/s, ${(median(results.beside) / median(results.idle)).toFixed(1)} x the ${median(results.idle).toFixed(1)} ms without a job, wanted at most 3
  the ledger afterwards   ${rows.length === 0 ? 'balances' : `${rows.length} MISMATCHES`}
`);
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function makeKey(url: string, name: string): Promise<string> {
  const body = { email: `${name}@example.com`, credits: 10_000_000, rate_limit_per_min: 1_000_000 };
  const made = await post(`${url}/api/v1/keys/create`, { 'x-admin-secret': benchSecret }, body);
  return (made as { key: string }).key;
}

interface Timed {
  status: string;
  counts: { completed: number };
  created_at: string;
  ended_at: string;
}

/** From the job's creation to its end, as the service tells it. */
async function runJob(url: string, key: string, round: number): Promise<{ seconds: number }> {
  const authorization = { authorization: `Bearer ${key}` };
  const linkOf = (at: number) => `https://www.linkedin.com/in/bench-${(round * items + at) % profiles}`;
  const body = { profiles: Array.from({ length: items }, (_, at) => ({ profile_url: linkOf(at) })) };
  const { id } = (await post(`${url}/api/v1/jobs`, authorization, body)) as { id: string };
  for (;;) {
    const response = await fetch(`${url}/api/v1/jobs/${id}`, { headers: authorization });
    const job = (await response.json()) as Timed;
    if (job.status === 'completed') {
      if (job.counts.completed !== items) throw new Error(`only ${job.counts.completed} were found`);
      return { seconds: (Date.parse(job.ended_at) - Date.parse(job.created_at)) / 1000 };
    }
    await sleep(200);
  }
}

/** The times of single lookups that are sent at a steady rate, whether or not the ones before are answered. */
async function findsWhile(url: string, key: string, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const times: Promise<number>[] = [];
  for (let at = 0; !isOver; at += 1) {
    times.push(timeOf(url, key, (at * 7919) % profiles));
    await sleep(1000 / findsPerSecond);
  }
  return Promise.all(times);
}

async function timeOf(url: string, key: string, profile: number): Promise<number> {
  const startedMs = performance.now();
  const link = `https://www.linkedin.com/in/bench-${profile}`;
  await post(`${url}/api/v1/find`, { authorization: `Bearer ${key}` }, { profile_url: link });
  return performance.now() - startedMs;
}

function p99(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
