import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { isConnectionLoss, isRepeatable } from '#core/database/sqlstate.ts';
import type { FollowingClient } from './following-client.ts';
import { kyselyOn, openReadPool, serversOfPool } from './pools.ts';
import type { Database } from './rows.generated.ts';

const lookEveryMs = 1_000;
/** A standby may be a moment behind when it is looked at for the first time. */
const silentMs = 5_000;
const answerMsMax = 5_000;
const marksMax = 3_600;

export interface ReplicaOptions {
  url: string;
  primary: pg.Pool;
  /** For reads, without the one that looks. */
  connections: number;
  /** Null until the settings are read. */
  lagSecondsMax(): number | null;
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
  const openedMs = nowMs();
  const marks = openMarks();
  const stopping = new AbortController();
  let isThere = false;
  const isEarly = () => lagSecondsMax() === null || nowMs() - openedMs < silentMs;
  const report = openReport(log, isEarly);

  const lagSeconds = () => (isThere ? marks.ageSeconds(nowMs()) : null);
  const isUsed = () => {
    const lag = lagSeconds();
    return lag !== null && lag <= (lagSecondsMax() ?? -1);
  };
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
  /** Reads under way fail, as their server may be silent, and the primary answers them. */
  const away = (error: unknown) => {
    isThere = false;
    for (const client of clients) (client as unknown as FollowingClient).drop();
    log.debug({ err: error }, 'the replica does not answer');
  };

  let reason: string | null = null;
  async function look(): Promise<void> {
    const atMs = nowMs();
    const [written, replayed] = await Promise.allSettled([placeOf(primary), placeOf(pool)]);
    if (written.status === 'fulfilled') marks.add(written.value.position, atMs);
    if (replayed.status === 'rejected') away(replayed.reason);
    else {
      if (written.status === 'fulfilled') reason = strangerReason(written.value, replayed.value);
      isThere = reason === null;
      marks.reached(replayed.value.position);
      if (!replayed.value.isStandby) serversOfPool(pool)?.leave();
    }
    report(isUsed(), { lagSeconds: lagSeconds(), reason });
  }
  const looking = everySecond(look, stopping.signal);

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

async function everySecond(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look();
    await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** One line for each change. Before it was used, a replica that isn't is no news while it is early. */
function openReport(log: Log, isEarly: () => boolean) {
  let wasUsed: boolean | null = null;
  return (isUsed: boolean, { lagSeconds, reason }: { lagSeconds: number | null; reason: string | null }) => {
    if (isUsed === wasUsed || (wasUsed === null && !isUsed && isEarly())) return;
    wasUsed = isUsed;
    if (isUsed) return log.info({}, 'reads that may be old go to the replica');
    const fields = { lagSeconds, ...(reason && { reason }) };
    log.warn(fields, 'the replica is away or too far behind: the primary answers');
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

interface Place {
  /** In bytes from the beginning of the log of changes. */
  position: bigint;
  isStandby: boolean;
  /** Null where the user may not ask. */
  identity: { system: string; timeline: number } | null;
}

async function placeOf(pool: pg.Pool): Promise<Place> {
  const ask = async (text: string) =>
    (await pool.query({ text, query_timeout: answerMsMax } as pg.QueryConfig)).rows[0]!;
  const { position, is_standby } = await ask(
    `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as position,
       pg_is_in_recovery() as is_standby`,
  );
  // A standby says the timeline of its last checkpoint, so it may be an earlier one for a while.
  const identity = await ask(
    `select system_identifier::text as system, case when pg_is_in_recovery() then timeline_id
         else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
       from pg_control_system(), pg_control_checkpoint()`,
  ).catch(() => null);
  return { position: BigInt(position), isStandby: is_standby, identity };
}

/** Why positions of the two can't be compared: the replica is of another primary, or has diverged from this one. */
export function strangerReason(primary: Place, replica: Place): string | null {
  const [one, other] = [primary.identity, replica.identity];
  if (!one || !other) return null;
  if (one.system !== other.system)
    return `it is of another server (system identifier ${other.system}; the primary has ${one.system})`;
  const isApart = replica.isStandby ? other.timeline > one.timeline : other.timeline !== one.timeline;
  return isApart
    ? `it follows another primary (timeline ${other.timeline}; the primary is on ${one.timeline})`
    : null;
}

const pauseMs = 100;

/**
 * How long the replica takes to have what the primary has written by now. `seconds` is null if that is longer than `patienceMs`, or if the
 * replica is no copy of this primary.
 */
export async function catchUp(
  primary: pg.Pool,
  replica: pg.Pool,
  patienceMs: number,
): Promise<{ seconds: number | null; isStandby: boolean; stranger: string | null }> {
  const wanted = await placeOf(primary);
  const startedMs = performance.now();
  for (;;) {
    const place = await placeOf(replica);
    const { position, isStandby } = place;
    const stranger = strangerReason(wanted, place);
    const ms = performance.now() - startedMs;
    if (stranger || ms > patienceMs) return { seconds: null, isStandby, stranger };
    if (position >= wanted.position) return { seconds: ms / 1000, isStandby, stranger };
    await sleep(pauseMs);
  }
}
