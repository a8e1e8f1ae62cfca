import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import { columnTypes } from './column-types.ts';
import type { Database } from './rows.generated.ts';

/** A statement of a request or job that takes longer has lost its caller; migrations lift the limit for themselves. */
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const idleInTransactionTimeoutMs = 60_000;
const connectTimeoutMs = 5_000;

/** Sent with the first packet of a connection, so that they cost no round trip. */
const sessionOptions = [
  'TimeZone=UTC',
  `statement_timeout=${statementTimeoutMs}`,
  `lock_timeout=${lockTimeoutMs}`,
  `idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** What every connection of ours has in common, whether to the embedded server or to one named by a URL. */
export function connectionConfig(target: pg.ClientConfig | string): pg.ClientConfig {
  const shared = {
    application_name: 'contactry',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
  };
  if (typeof target === 'string') return { ...shared, connectionString: withOptions(target) };
  return { ...shared, options: sessionOptions, ...target };
}

/** `pg` lets a URL's own options replace ours, so ours go into the URL, before them. */
function withOptions(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set(
    'options',
    [sessionOptions, url.searchParams.get('options')].filter(Boolean).join(' '),
  );
  return url.href;
}

/** A pool that outlives its server: the loss of a connection is logged, never thrown at nobody. */
export function openPool(target: pg.ClientConfig | string, connectionsMax: number, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(target), max: connectionsMax });
  const lost = (cause: Error) => {
    // At a clean stop the server may end a connection before the pool has.
    if (!pool.ending) log.warn({ err: cause }, 'A database connection was lost');
  };
  pool.on('error', lost);
  // The pool takes its own listener off a connection that is checked out: between two statements nobody would listen.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function kyselyOn(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
