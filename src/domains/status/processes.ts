import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Log } from '#core/context.ts';
import { isDatabaseRefusal } from '#core/database/sqlstate.ts';
import type { Platform } from '#core/domain.ts';
import { Failure } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { backlog, describeProcess, forgetProcess, silentSecondsMax, workersAlive } from './sql.ts';

export interface Processes {
  /** Writes this process's row, at most once a second. Throws while the database refuses its writes or its login, or doesn't confirm a write. */
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

export const Processes = port<Processes>('processes');

const kind = 'no_workers';
const freshMs = 1_000;
const loginEveryMs = 10_000;
const beatEveryMs = 5_000;
const describeEveryMs = 60_000;
const confirmMsMax = 5_000;

const refusedText =
  'The database refuses this process. Check the password and rights of the user in DATABASE_URL, and that the server takes writes';

const unconfirmed =
  'The database has not confirmed a write for 5 seconds. A standby that it must wait for may be away, or its disk stuck.';

interface Needs extends Pick<Platform, 'ports' | 'config' | 'log' | 'processId' | 'version'> {
  /** Opens a connection and closes it, as the pool would log in. */
  tryLogin(): Promise<void>;
  /** For tests: the free space of their own. */
  freeBytes?: () => Promise<number | null>;
  /** For tests: a clock of their own for the time without a worker. */
  nowMs?: () => number;
}

export function openProcesses(needs: Needs): Processes {
  const { log, processId, nowMs = () => performance.now() } = needs;
  const { db } = needs.ports;
  let takes = false;
  let hasNone: boolean | null = null;
  // A worker that stops cleanly deletes its row, so each process remembers when it saw one.
  let workerSeenMs = nowMs();
  const login = openLogin(needs.tryLogin);
  const describe = openDescription(needs);

  const write = openBeat(needs, () => takes);

  async function beat(): Promise<void> {
    await write();
    await describe();
    await login();
  }

  async function look(): Promise<void> {
    const { alive, silent_seconds } = await workersAlive(db);
    if (alive > 0) workerSeenMs = nowMs() - silent_seconds * 1000;
    else if (nowMs() - workerSeenMs < silentSecondsMax * 1000) return;
    if (hasNone === (alive === 0)) return;
    if (alive > 0) await resolveAlert(db, { kind, subject: 'workers' });
    else await raiseAlert(db, { kind, subject: 'workers', details: { waiting: await backlog(db) } });
    hasNone = alive === 0;
    if (hasNone) log.warn({}, 'no worker runs: background jobs and jobs of customers wait');
  }

  const reportLook = lookLog(log);
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
          .then(() => reportLook(null), reportLook);
      };
      next();
      timer = setInterval(next, beatEveryMs).unref();
    },
    look,
    hasNoWorkers: () => hasNone === true,
    async close() {
      clearInterval(timer);
      await looking;
      await forgetProcess(db, processId).catch(() => {});
    },
  };
}

/** A commit waits for a standby without limit. The next call waits for the same write, so that they don't take up all connections. */
function openBeat(
  { processId, config, ports: { db } }: Needs,
  takesJobs: () => boolean,
): () => Promise<void> {
  const write = () =>
    sql`select process_beat(${processId}, ${config.ROLE}, ${hostname()}, ${takesJobs()})`.execute(db);
  let writing: Promise<unknown> | null = null;
  return async () => {
    writing ??= write().finally(() => {
      writing = null;
    });
    let isConfirmed = false;
    const confirmed = writing.then(() => {
      isConfirmed = true;
    });
    await waitAtMost(confirmMsMax, confirmed);
    if (!isConfirmed) throw new Failure('database_unavailable', { detail: unconfirmed });
  };
}

/** Logs what a look failed with. A fault that lasts until the operator acts is logged once. */
export function lookLog(log: Log): (fault: Error | null) => void {
  let before: string | null = null;
  return (fault) => {
    const words = lastingWords(fault);
    if (words && words !== before) log.error({ reason: fault!.message }, words);
    else if (fault && !words) log.warn({ error: fault }, 'could not record that this process runs');
    before = words;
  };
}

function lastingWords(fault: Error | null): string | null {
  if (isDatabaseRefusal(fault)) return refusedText;
  return fault instanceof Failure ? unconfirmed : null;
}

/** Connections that are open still work when the login is refused. */
function openLogin(tryLogin: () => Promise<void>): () => Promise<void> {
  let loggedInMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - loggedInMs < loginEveryMs) return;
    await tryLogin().catch((error) => {
      if (isDatabaseRefusal(error)) throw error;
    });
    loggedInMs = performance.now();
  };
}

/** Writes the version and the free space of this process about once a minute. */
function openDescription({ ports: { db }, config, processId, version, freeBytes }: Needs) {
  const free = freeBytes ?? (() => freeBytesOf(config.DATA_DIR));
  let describedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - describedMs < describeEveryMs) return;
    await describeProcess(db, processId, { version, freeBytes: await free() });
    describedMs = performance.now();
  };
}

/** Null where the system doesn't say, or the folder isn't there: a process with DATABASE_URL may have none. */
const freeBytesOf = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

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
