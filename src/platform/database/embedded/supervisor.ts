import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import type { Placement } from './placement/placement.ts';
import { runningServer, stopServer } from './programs/pg-ctl.ts';

/** Held on the `postgres` database. Its holder may stop the server. It ends with the connection, so a crash frees it. */
const supervisorLock = 7_306_051;
const startingPatienceMs = 300_000;

export interface Supervisor {
  client: pg.Client;
  /** Settles when the connection ends. */
  lost: Promise<void>;
}

/** Connects as the superuser and takes the lock. Waits for a server that is starting, recovering or stopping. */
export async function supervise(
  config: () => pg.ClientConfig,
  ensureRunning: () => Promise<void>,
  lockPatienceMs: number,
): Promise<Supervisor> {
  const deadline = Date.now() + startingPatienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    await ensureRunning();
    const connected = await connect(config()).catch((error) => {
      if (!isPassing(error) || Date.now() > deadline) throw error;
      return null;
    });
    if (connected) return takeLock(connected, lockPatienceMs);
    await sleep(pauseMs);
  }
}

async function connect(config: pg.ClientConfig): Promise<Supervisor> {
  const client = new pg.Client({ ...config, application_name: `contactry supervisor ${process.pid}` });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', () => {});
  await client.connect();
  return { client, lost };
}

/** `cannot_connect_now`, a socket that doesn't exist yet, and a server that is stopping. */
function isPassing(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string };
  const passing = ['57P01', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
  return passing.includes(code) || message.startsWith('Connection terminated');
}

async function takeLock(supervisor: Supervisor, lockPatienceMs: number): Promise<Supervisor> {
  const { client } = supervisor;
  const deadline = Date.now() + lockPatienceMs;
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [supervisorLock]);
    if (rows[0].taken) return supervisor;
    if (Date.now() > deadline) break;
    await sleep(100);
  }
  const holder = await client.query(
    `select activity.application_name as name
     from pg_locks lock
     join pg_stat_activity activity using (pid)
     where lock.locktype = 'advisory' and lock.objid = $1 and lock.granted`,
    [supervisorLock],
  );
  await client.end();
  throw new Error(
    `Another Contactry is using this database (${holder.rows[0]?.name ?? 'it just ended'}). Stop it, give this one its own DATA_DIR, ` +
      'or point both at one PostgreSQL server with DATABASE_URL.',
  );
}

/** From now on this connection alone doesn't keep the process alive. `pg`'s types lack the method. */
export function unref({ client }: Supervisor): void {
  (client as unknown as { unref(): void }).unref();
}

/** Creates the service's own role and database, so that it never works as the superuser. */
export async function ensureDatabase(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = 'contactry') as role,
       exists (select from pg_authid where rolname = 'contactry' and rolpassword is not null) as secret,
       exists (select from pg_database where datname = 'contactry') as database`,
  );
  if (!rows[0].role) await client.query('create role contactry login createdb');
  if (!rows[0].secret) await client.query(`alter role contactry password ${client.escapeLiteral(password)}`);
  if (!rows[0].database) await client.query('create database contactry owner contactry');
}

/** Restarts the server if it exits unexpectedly. Settles when the server is meant to stop. */
export async function keepAlive(
  first: Supervisor,
  again: () => Promise<Supervisor>,
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  stopping.addEventListener('abort', () => resolve(), { once: true });
  let supervisor: Supervisor | null = first;
  for (let pauseMs = 100; !stopping.aborted; ) {
    if (supervisor) {
      await Promise.race([supervisor.lost, stopped]);
      if (stopping.aborted) return;
      log.error({}, 'The database server exited unexpectedly. Restarting it');
    }
    supervisor = await again().catch(async (cause) => {
      if (stopping.aborted) return null;
      log.error({ err: cause }, 'The database server could not be restarted. Trying again');
      // Without `stopped`, a stop would wait for a timer that doesn't keep the process alive: exit code 13.
      await Promise.race([sleep(pauseMs, undefined, { ref: false }), stopped]);
      return null;
    });
    pauseMs = supervisor ? 100 : Math.min(pauseMs * 2, 10_000);
  }
}

const lookAgainMs = 100;

/** The server may just be on its way up: until `supervised` settles, it is looked for again and again. */
export async function stopWhatRuns(
  placement: Placement,
  mode: 'fast' | 'immediate',
  supervised: Promise<void>,
): Promise<void> {
  let isSupervised = true;
  const over = supervised.finally(() => {
    isSupervised = false;
  });
  for (;;) {
    const isLast = !isSupervised;
    // `pg_ctl stop` would wait for a server that was killed as for one that runs, where its parent hasn't noticed its end.
    if (await runningServer(placement)) await stopServer(placement, mode);
    if (isLast) return;
    await Promise.race([over, sleep(lookAgainMs)]);
  }
}
