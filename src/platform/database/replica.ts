import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { isConnectionLoss, isRepeatable } from '#core/database/sqlstate.ts';
import type { FollowingClient } from './following-client.ts';
import { kyselyOn, openReadPool, serversOfPool } from './pools.ts';
import type { Database } from './rows.generated.ts';

const lookEveryMs = 1_000;
const answerMsMax = 5_000;
const marksMax = 3_600;

export interface ReplicaOptions {
  url: string;
  primary: pg.Pool;
  /** For reads, without the one that looks. */
  connections: number;
  lagSecondsMax(): number;
  log: Log;
  nowMs?: () => number;
}

export interface OpenReplica extends AsyncDisposable {
  db(): Kysely<Database> | null;
  hasFailed(error: unknown): boolean;
  /** Null while it is away or nothing is known yet. */
  lagSeconds(): number | null;
}

/**
 * A replica that is looked at every second. It is used while it has everything that the primary had written some seconds ago, which
 * is compared without a clock of either server, and also holds for a replica that lost its primary.
 */
export function openReplica(options: ReplicaOptions): OpenReplica {
  const { url, primary, connections, lagSecondsMax, log, nowMs = () => performance.now() } = options;
  const pool = openReadPool(url, connections + 1, log);
  const db = kyselyOn(pool);
  const marks = openMarks();
  const stopping = new AbortController();
  let isThere = false;
  let wasUsed: boolean | null = null;

  const lagSeconds = () => (isThere ? marks.ageSeconds(nowMs()) : null);
  const isUsed = () => {
    const lag = lagSeconds();
    return lag !== null && lag <= lagSecondsMax();
  };
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
  /** Reads under way fail, as their server may be silent, and the primary answers them. */
  const away = (error: unknown) => {
    isThere = false;
    for (const client of clients) (client as unknown as FollowingClient).drop();
    log.debug({ err: error }, 'the replica does not answer');
  };

  async function look(): Promise<void> {
    const atMs = nowMs();
    const [written, replayed] = await Promise.allSettled([positionOf(primary), positionOf(pool)]);
    if (written.status === 'fulfilled') marks.add(written.value.position, atMs);
    if (replayed.status === 'rejected') away(replayed.reason);
    else {
      isThere = true;
      marks.reached(replayed.value.position);
      if (!replayed.value.isStandby) serversOfPool(pool)?.leave();
    }
    if (isUsed() === wasUsed) return;
    wasUsed = isUsed();
    if (wasUsed) log.info({}, 'reads that may be old go to the replica');
    else log.warn({ lagSeconds: lagSeconds() }, 'the replica is away or too far behind: the primary answers');
  }
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    db: () => (isUsed() ? db : null),
    lagSeconds,
    hasFailed(error) {
      if (isConnectionLoss(error)) isThere = false;
      // Also one that the server ended because a change of the primary had to be applied.
      return isConnectionLoss(error) || isRepeatable(error);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking;
      await pool.end();
    },
  };
}

/** Positions of the primary with their times, and the position of the replica. */
function openMarks() {
  let marks: { position: bigint; atMs: number }[] = [];
  let reached = -1n;
  return {
    add(position: bigint, atMs: number): void {
      // While nothing is written, the last mark is as good as one of now.
      if (marks.at(-1)?.position === position) marks.at(-1)!.atMs = atMs;
      else marks = [...marks.slice(-marksMax), { position, atMs }];
    },
    reached(position: bigint): void {
      reached = position;
      const last = marks.findLastIndex((mark) => mark.position <= reached);
      if (last > 0) marks = marks.slice(last);
    },
    /** The age of the newest mark that the replica has. Null if it has none. */
    ageSeconds(nowMs: number): number | null {
      const [mark] = marks;
      return mark && mark.position <= reached ? Math.max(0, nowMs - mark.atMs) / 1000 : null;
    },
  };
}

/** In bytes from the beginning of the log of changes. */
async function positionOf(pool: pg.Pool): Promise<{ position: bigint; isStandby: boolean }> {
  const { rows } = await pool.query<{ position: string; is_standby: boolean }>({
    text: `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as position,
       pg_is_in_recovery() as is_standby`,
    query_timeout: answerMsMax,
  } as pg.QueryConfig);
  const { position, is_standby } = rows[0]!;
  return { position: BigInt(position), isStandby: is_standby };
}

const pauseMs = 100;

/** How long the replica takes to have what the primary has written by now. Null: longer than `patienceMs`. */
export async function catchUp(
  primary: pg.Pool,
  replica: pg.Pool,
  patienceMs: number,
): Promise<{ seconds: number | null; isStandby: boolean }> {
  const { position: wanted } = await positionOf(primary);
  const startedMs = performance.now();
  for (;;) {
    const { position, isStandby } = await positionOf(replica);
    const ms = performance.now() - startedMs;
    if (position >= wanted) return { seconds: ms / 1000, isStandby };
    if (ms > patienceMs) return { seconds: null, isStandby };
    await sleep(pauseMs);
  }
}
