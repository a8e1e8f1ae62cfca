import { type Clock, dayMs } from '#core/clock.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { Db } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { type LockTable, lockTable } from './lock-table.ts';
import { locksUntil } from './sql.ts';

/**
 * The locks in force and those that ended in the last 31 days, cached in memory: they are few, and every request is checked.
 * Reloaded when `lockChannel` announces a change, and every 10 seconds regardless. While the process can't receive announcements,
 * it reloads for every request.
 */
export interface LocksInForce {
  /** Resolves at once from a fresh copy. Rejects when a reload is needed and fails. */
  table(): LockTable | Promise<LockTable>;
  /** A lock was created or lifted: later checks wait for a reload. */
  forget(): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export const LocksInForce = port<LocksInForce>('locks-in-force');

/** Channel that announces changed locks. */
export const lockChannel = 'lock_changed';

const maxAgeMs = 10_000;

/** Ended locks are kept longer than any session, link or token lasts unless it is checked: 30 days. */
const keptMs = 31 * dayMs;

/** Start listening on `lockChannel` before you accept the first request. */
export function openLocks({ db, clock }: { db: Db; clock: Clock }): LocksInForce {
  let known: { table: LockTable; untilMs: number } | null = null;
  let changes = 0;
  let blind = false;
  const readOnce = batch<null, LockTable>({
    name: 'locks',
    async run(askers) {
      const table = lockTable(await locksUntil(db, new Date(clock.now().getTime() - keptMs)));
      return askers.map(() => table);
    },
  });

  async function read(): Promise<LockTable> {
    const changesBefore = changes;
    const table = await readOnce(null);
    // The table may miss a change that was announced during the read.
    if (!blind && changes === changesBefore) {
      known = { table, untilMs: clock.now().getTime() + maxAgeMs };
    }
    return table;
  }

  const forget = () => {
    known = null;
    changes += 1;
  };

  return {
    table: () => (known && clock.now().getTime() < known.untilMs ? known.table : read()),
    forget,
    onFeedLost() {
      blind = true;
      forget();
    },
    onFeedRestored() {
      blind = false;
      forget();
    },
  };
}
