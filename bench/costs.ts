/** What a crowd's requests cost: time, processor time and write-ahead log. */
import type pg from 'pg';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time.ts';
import { type Load, load } from './load.ts';
import { PlainError } from './plain-error.ts';
import { median } from './programs.ts';

export interface Costs {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the program that answers, per answer. */
  serviceUs: number;
  /** Processor time of PostgreSQL, per answer. */
  databaseUs: number;
  /** Write-ahead log, per answer. */
  walBytes: number;
}

export interface Meter {
  database: pg.Pool;
  /** The process that answers. */
  pid: number;
  /** The price of an answer. */
  credits: 0 | 1;
}

/** Calls in flight at the end of this load or the one before. They are charged, but their answers are lost. */
const unansweredMax = 512;

/** A machine that answers nothing in this time measures nothing. */
const secondsMax = 30;

/** Fails unless each answer cost what it should. A lookup without a match counts as an answer. */
export async function measure(options: Load, meter: Meter): Promise<Costs> {
  const { database, pid, credits } = meter;
  const before = await reading(database, pid);
  const { answers, perSecond, p50Ms, p99Ms } = await load(options);
  if (answers === 0) {
    if (options.seconds >= secondsMax)
      throw new PlainError(`${options.url} answered nothing within ${options.seconds} s.`);
    // The machine is busy with something else.
    return measure({ ...options, seconds: options.seconds * 4 }, meter);
  }
  const after = await reading(database, pid);
  const [spent, serviceMs, databaseMs, bytes] = after.map((value, at) => value - before[at]!) as [
    number,
    number,
    number,
    number,
  ];
  if (Math.abs(spent - credits * answers) > unansweredMax)
    throw new Error(
      `${answers} answers cost ${spent} credits, at ${credits} each: they aren't what was to be measured`,
    );
  return {
    perSecond,
    p50Ms,
    p99Ms,
    serviceUs: (serviceMs * 1000) / answers,
    databaseUs: (databaseMs * 1000) / answers,
    walBytes: bytes / answers,
  };
}

async function reading(database: pg.Pool, pid: number): Promise<number[]> {
  const { rows } = await database.query(
    `select pg_backend_pid() as backend, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
       (select coalesce(sum(spent), 0) from credit_lot)::float8 as spent`,
  );
  const { backend, wal, spent } = rows[0];
  return [spent, await cpuMsOf(pid), await cpuMsOfFamily(backend), wal];
}

/** The median of each figure. */
export function medianCosts(rounds: readonly Costs[]): Costs {
  const names = Object.keys(rounds[0]!) as (keyof Costs)[];
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((costs) => costs[name]))]),
  ) as unknown as Costs;
}
