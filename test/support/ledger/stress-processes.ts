import { type ChildProcess, fork } from 'node:child_process';
import { openPool } from '#platform/database/pools.ts';
import type { Spend } from './statements.ts';
import { makeAccounts, type StressReport } from './stress.ts';
import type { StressOptions } from './stress-options.ts';
import { type Testimony, Truth } from './stress-truth.ts';

export type StressOrder = Omit<StressOptions, 'disturb' | 'tell'> & {
  /** The account numbers that all processes write to. */
  shared: number[];
  /** Cuts everyone's connections during the run. */
  cutsConnections: boolean;
};

export interface StressReply {
  spend?: Spend;
  end?: { testimony: Testimony; operations: number; seconds: number };
}

const program = new URL('./stress-process.ts', import.meta.url);
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };

/**
 * The stress test with writers in separate processes on the same accounts. They exchange their spends to repeat and refund
 * them. At the end, all their results are checked against the one ledger.
 */
export async function stressAcrossProcesses(
  options: Omit<StressOptions, 'disturb' | 'tell'>,
  processes: number,
): Promise<StressReport> {
  const pool = openPool(options.target, 1, quiet);
  const shared = await makeAccounts(pool, options.accounts);
  const children = Array.from({ length: processes }, () => fork(program, { serialization: 'advanced' }));
  const ends = await Promise.all(
    children.map((child, number) => {
      const order: StressOrder = {
        ...options,
        operations: Math.ceil(options.operations / processes),
        writers: Math.ceil(options.writers / processes),
        seed: options.seed + number,
        shared,
        cutsConnections: true,
      };
      const others = children.filter((other) => other !== child);
      return outcomeOf(child, order, others);
    }),
  );
  const truth = new Truth();
  for (const { testimony } of ends) truth.hear(testimony);
  const mismatches = await truth.mismatches(pool, shared);
  await pool.end();
  return {
    mismatches,
    operations: ends.reduce((sum, { operations }) => sum + operations, 0),
    seconds: Math.max(...ends.map(({ seconds }) => seconds)),
    counts: truth.counts,
  };
}

function outcomeOf(
  child: ChildProcess,
  order: StressOrder,
  others: ChildProcess[],
): Promise<NonNullable<StressReply['end']>> {
  return new Promise((resolve, reject) => {
    child.on('message', ({ spend, end }: StressReply) => {
      // A process that has ended doesn't need more spends to repeat.
      if (spend) for (const other of others) if (other.connected) other.send(spend, () => {});
      if (end) resolve(end);
    });
    child.once('exit', (code) => reject(new Error(`a process of writers ended with ${code}`)));
    child.send(order);
  });
}
