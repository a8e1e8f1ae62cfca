import { batch } from '#core/batch.ts';
import type { Clock } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { type LockTable, lockTable } from './lock-table.ts';
import { unliftedLocks } from './sql.ts';

/**
 * The locks in force, kept in memory: they are few, and every request is asked about. A process reads them again when a
 * change is announced on `lockChannel`, and every 10 seconds in any case; while it can't hear, it reads for every request.
 */
export interface LocksInForce {
  /** At once where it is known; the reading's error where it must be read and can't be. */
  table(): LockTable | Promise<LockTable>;
  /** A lock was set or lifted: whoever asks from now on is told by what is read from now on. */
  forget(): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

declare module '#core/context.ts' {
  interface Ports {
    locks: LocksInForce;
  }
}

/** Channel on which it is announced that locks have changed. */
export const lockChannel = 'lock_changed';

const maxAgeMs = 10_000;

/** Listening on `lockChannel` must have begun before the first request is taken. */
export function openLocks({ db, clock }: { db: Db; clock: Clock }): LocksInForce {
  let known: { table: LockTable; untilMs: number } | null = null;
  let changes = 0;
  let blind = false;
  const readOnce = batch<null, LockTable>({
    async run(askers) {
      const table = lockTable(await unliftedLocks(db, clock.now()));
      return askers.map(() => table);
    },
  });

  async function read(): Promise<LockTable> {
    const changesBefore = changes;
    const table = await readOnce(null);
    // A change that was announced meanwhile may not be in what was read.
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
