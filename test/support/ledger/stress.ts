import type pg from 'pg';
import { batch } from '#core/concurrency/batch.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { type Spend, type SpendOutcome, spendBatch } from './statements.ts';
import type { Node, StressOptions } from './stress-options.ts';
import { Writers } from './stress-writers.ts';

export interface StressReport {
  /** Empty if everything is consistent. */
  mismatches: string[];
  operations: number;
  seconds: number;
  counts: Record<string, number>;
}

const nodeCount = 3;
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };

/**
 * Many writers in three simulated processes do everything to a few accounts at once, while leases and lots expire. Reports
 * every inconsistency at the end.
 */
export async function stressLedger(options: StressOptions): Promise<StressReport> {
  const pool = openPool(options.target, 1, quiet);
  const accounts = await makeAccounts(pool, options.accounts);
  const writers = openWriters(options, accounts);
  const { operations, seconds } = await letWrite(writers, options);
  const mismatches = await writers.truth.mismatches(pool, accounts);
  await pool.end();
  return { mismatches, operations, seconds, counts: writers.truth.counts };
}

export function openWriters(options: StressOptions, accounts: number[]): Writers {
  const nodes = Array.from({ length: nodeCount }, () => openNode(options));
  return new Writers(options, nodes, accounts);
}

/** Runs all writers to the end and closes their connections. */
export async function letWrite(
  writers: Writers,
  options: StressOptions,
): Promise<{ operations: number; seconds: number }> {
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: options.writers }, (_, number) => writers.write(number)));
  const seconds = (performance.now() - startedMs) / 1000;
  await writers.close();
  return { operations: writers.done, seconds };
}

/** Cuts two connections that are in use. */
export async function cutConnections(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by random() limit 2`,
  );
}

function openNode({ target, writers }: StressOptions): Node {
  const pool = openPool(target, Math.ceil(writers / nodeCount) + 2, quiet);
  const spending = (wait: boolean) =>
    batch<Spend, SpendOutcome>({ run: (items) => spendBatch(pool, items, { wait }) });
  const [atOnce, inLine] = [spending(false), spending(true)];
  const spend = async (item: Spend) => {
    const outcome = await atOnce(item);
    return outcome.status === 'busy' ? inLine(item) : outcome;
  };
  return { pool, db: kyselyOn(pool), spend };
}

export async function makeAccounts(pool: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (account_id) select 'stress ' || gen_random_uuid() from generate_series(1, $1) returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
