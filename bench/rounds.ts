/** Loads every subject in turn on one server, round after round, and verifies the ledger after each round. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { makeItsDatabase, type Verified, verifyKeys } from './better-auth.ts';
import { type Costs, measure, medianCosts } from './costs.ts';
import { type JobRun, runJob } from './job-run.ts';
import { liftFreeLimit, makeKey, makeKeys, setBudgets } from './keys.ts';
import { plainLedger, runBatchedLedger, runPgbench } from './plain-transaction.ts';
import { median, middle, startProgram } from './programs.ts';
import { say } from './say.ts';
import { seedDirectory, seedPeople, warmDirectory } from './seed.ts';
import {
  agentFinds,
  crowd,
  finds,
  lockChecks,
  misses,
  nameOf,
  readsInTurn,
  type Subject,
  type SubjectName,
} from './subjects.ts';
import { verifyLedger } from './verify-ledger.ts';

export interface Size {
  profiles: number;
  /** Profiles of the directories that are compared with each other. */
  small: number;
  large: number;
  /** Duration of each load. */
  seconds: number;
  rounds: number;
  jobItems: number;
  /** Rows of the file that is imported. */
  imported: number;
}

export interface Measured {
  costs: Record<SubjectName, Costs>;
  plainPerSecond: number;
  /** Transfers of a ledger without anything else, in batches. */
  batchedPerSecond: number;
  betterAuth: Verified;
  job: JobRun;
  /** Peak memory of the measured service since its start. */
  memoryPeakMb: number;
}

interface Place extends Subject {
  database: pg.Pool;
  pid: number;
}

const people = 10_000;

export const measureRounds = (size: Size): Promise<Measured> =>
  onBenchServer(
    (server) => measureOn(server, size),
    async (server) => {
      say(`loading ${size.profiles.toLocaleString('en')} profiles`);
      await seedPeople(server.pool, people);
      await seedDirectory(server, size.profiles);
      await makeItsDatabase(server.pool);
      await server.pool.query(plainLedger);
    },
  );

async function measureOn(server: BenchServer, size: Size): Promise<Measured> {
  await warmDirectory(server.pool);
  const api = await startProgram('src/main.ts', { ...server.environment, ROLE: 'api' });
  const worker = await startProgram('src/main.ts', { ...server.environment, ROLE: 'worker' });
  await liftFreeLimit(api.url);
  const places = await placesOf(size, { ...server, api });
  const jobKey = await makeKey(api.url, 'jobs');
  await makeKey(api.url, 'pgbench');
  const account = await accountIdOf(server.pool, 'pgbench@example.com');

  say('warming up');
  for (const place of Object.values(places)) await loadPlace(place, Math.min(2, size.seconds));
  const rounds: Record<SubjectName, Costs>[] = [];
  const plain: number[] = [];
  const batched: number[] = [];
  const verified: Verified[] = [];
  const jobs: JobRun[] = [];
  for (let round = 1; round <= size.rounds; round += 1) {
    say(`round ${round} of ${size.rounds}`);
    rounds.push(await loadEach(places, size.seconds));
    plain.push(await runPgbench({ ...size, server: server.poolConfig, account }));
    batched.push(await runBatchedLedger({ ...size, server: server.poolConfig }));
    verified.push(await verifyKeys(server.url, 64, size.seconds));
    jobs.push(
      await runJob({
        url: api.url,
        key: jobKey,
        items: size.jobItems,
        profiles: size.profiles,
        round,
        worker: worker.pid,
        database: server.pool,
      }),
    );
    await verifyLedger(server.pool);
  }
  return {
    costs: mediansOf(rounds),
    plainPerSecond: median(plain),
    batchedPerSecond: median(batched),
    betterAuth: middle(verified, ({ perSecond }) => perSecond),
    job: middle(jobs, ({ perSecond }) => perSecond),
    memoryPeakMb: await memoryPeakMb(api.pid),
  };
}

async function placesOf(
  { profiles }: Size,
  { api, pool }: BenchServer & { api: { url: string; pid: number } },
): Promise<Record<SubjectName, Place>> {
  const bare = await startProgram('bench/bare-fastify.ts', {});
  const [hot, missing] = [await makeKey(api.url, 'hot'), await makeKey(api.url, 'misses')];
  const agent = await makeKey(api.url, 'agent');
  const thrifty = await makeKey(api.url, 'thrifty');
  await setBudgets(api.url, 'thrifty', thrifty);
  const many = await makeKeys(api.url, 1_000);
  const on = (connections: number, request: Subject['request'], credits: Subject['credits'] = 0): Place => ({
    ...api,
    database: pool,
    connections,
    request,
    credits,
  });
  const found = finds([hot], profiles);
  return {
    bare: { ...on(crowd, found), ...bare },
    find: on(crowd, found, 1),
    budget: on(crowd, finds([thrifty], profiles), 1),
    alone: on(1, found, 1),
    crowd: on(crowd, finds(many, profiles), 1),
    miss: on(crowd, misses(missing)),
    health: on(crowd, () => ({ method: 'GET', path: '/api/v1/health' })),
    key: on(crowd, readsInTurn('/api/v1/key/info', many)),
    usage: on(crowd, readsInTurn('/api/v1/usage', many)),
    locked: on(crowd, lockChecks(people)),
    agent: on(crowd, agentFinds(agent, profiles), 1),
  };
}

const loadPlace = ({ database, pid, credits, ...subject }: Place, seconds: number): Promise<Costs> =>
  measure({ ...subject, seconds, requests: 20_000 }, { database, pid, credits });

async function loadEach(
  places: Record<SubjectName, Place>,
  seconds: number,
): Promise<Record<SubjectName, Costs>> {
  const costs: Partial<Record<SubjectName, Costs>> = {};
  for (const [name, place] of Object.entries(places) as [SubjectName, Place][]) {
    const measured = await loadPlace(place, seconds);
    costs[name] = measured;
    say(
      `  ${nameOf[name]}: ${measured.perSecond.toFixed(0)}/s, service ${measured.serviceUs.toFixed(0)} µs, PostgreSQL ${measured.databaseUs.toFixed(0)} µs`,
    );
  }
  return costs as Record<SubjectName, Costs>;
}

function mediansOf(rounds: readonly Record<SubjectName, Costs>[]): Record<SubjectName, Costs> {
  const names = Object.keys(rounds[0]!) as SubjectName[];
  return Object.fromEntries(
    names.map((name) => [name, medianCosts(rounds.map((round) => round[name]))]),
  ) as Record<SubjectName, Costs>;
}

async function accountIdOf(pool: pg.Pool, email: string): Promise<number> {
  const { rows } = await pool.query('select id from account where email = $1', [email]);
  return Number(rows[0].id);
}

/** Resident memory at its highest, from Linux's /proc; not a number elsewhere. */
async function memoryPeakMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1024);
}
