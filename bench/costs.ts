/** What a crowd's requests cost: time, processor time and write-ahead log. */
import type pg from 'pg';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time.ts';
import { type Load, load } from './load.ts';
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
  /** Of the program that answers. */
  pid: number;
}

export async function measure(options: Load, { database, pid }: Meter): Promise<Costs> {
  const before = await reading(database, pid);
  const { answers, perSecond, p50Ms, p99Ms } = await load(options);
  const after = await reading(database, pid);
  const [serviceMs, databaseMs, bytes] = after.map((value, at) => value - before[at]!) as [
    number,
    number,
    number,
  ];
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
    `select pg_backend_pid() as backend, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  return [await cpuMsOf(pid), await cpuMsOfFamily(rows[0].backend), rows[0].wal];
}

/** The median of each figure. */
export function medianCosts(rounds: readonly Costs[]): Costs {
  const names = Object.keys(rounds[0]!) as (keyof Costs)[];
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((costs) => costs[name]))]),
  ) as unknown as Costs;
}
