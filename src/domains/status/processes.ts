import { hostname } from 'node:os';
import { sql } from 'kysely';
import { isLoginRefused } from '#core/connection-loss.ts';
import type { Platform } from '#core/domain.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { backlog, workersAlive } from './sql.ts';

declare module '#core/context.ts' {
  interface Ports {
    processes: Processes;
  }
}

export interface Processes {
  /** Writes this process's row, at most once a second. Throws while the database refuses its writes or its login. */
  probe(): Promise<void>;
  /** From now on this process runs background jobs. */
  takesJobs(): void;
  /** Starts probing and looking for workers, every few seconds. */
  watch(): void;
  /** One look at the workers. Raises `no_workers`, or resolves it. */
  look(): Promise<void>;
  /** Whether the last look found no worker. */
  hasNoWorkers(): boolean;
  close(): Promise<void>;
}

const kind = 'no_workers';
const freshMs = 1_000;
const loginEveryMs = 10_000;
const beatEveryMs = 5_000;
/** A worker has this long to start, and may be silent for this long, so that the alert opens within a minute. */
export const silentSecondsMax = 30;

interface Needs extends Pick<Platform, 'ports' | 'config' | 'log' | 'processId'> {
  /** Opens a connection and closes it, as the pool would log in. */
  tryLogin(): Promise<void>;
  /** For tests: when it was opened, on the clock of `performance`. */
  startMs?: number;
}

export function openProcesses(needs: Needs): Processes {
  const { tryLogin, config, log, processId, startMs = performance.now() } = needs;
  const { db } = needs.ports;
  let takes = false;
  let hasNone: boolean | null = null;
  let loggedInMs = Number.NEGATIVE_INFINITY;

  async function beat(): Promise<void> {
    await sql`select process_beat(${processId}, ${config.ROLE}, ${hostname()}, ${takes})`.execute(db);
    if (performance.now() - loggedInMs < loginEveryMs) return;
    await tryLogin().catch((error) => {
      if (isLoginRefused(error)) throw error;
    });
    loggedInMs = performance.now();
  }

  async function look(): Promise<void> {
    const workers = await workersAlive(db, silentSecondsMax);
    if (workers === 0 && performance.now() - startMs < silentSecondsMax * 1000) return;
    if (hasNone === (workers === 0)) return;
    if (workers > 0) await resolveAlert(db, { kind, subject: 'workers' });
    else await raiseAlert(db, { kind, subject: 'workers', details: { waiting: await backlog(db) } });
    hasNone = workers === 0;
    if (hasNone) log.warn({}, 'no worker runs: background jobs and jobs of customers wait');
  }

  const probe = onceEvery(freshMs, beat);
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  return {
    probe,
    takesJobs() {
      takes = true;
    },
    watch() {
      const next = () => {
        looking = looking
          .then(probe)
          .then(look)
          .catch((error) => log.warn({ error }, 'could not tell the other processes that this one runs'));
      };
      next();
      timer = setInterval(next, beatEveryMs).unref();
    },
    look,
    hasNoWorkers: () => hasNone === true,
    async close() {
      clearInterval(timer);
      await looking;
      // Rows of processes that were killed go too.
      await sql`
        delete from running_process where id = ${processId} or seen_at < clock_timestamp() - interval '1 day'`
        .execute(db)
        .catch(() => {});
    },
  };
}

/** Callers share a run. Its result counts for `ms` after it ended. */
function onceEvery(ms: number, run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null;
  let endedMs: number | null = null;
  return () => {
    if (last && (endedMs === null || performance.now() - endedMs < ms)) return last;
    endedMs = null;
    last = run().finally(() => {
      endedMs = performance.now();
    });
    return last;
  };
}
