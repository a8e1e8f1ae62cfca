import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import { columnTypes } from './column-types.ts';
import { namingPool } from './named-statements.ts';
import type { Database } from './rows.generated.ts';

/** By then the caller of a request or job is gone. Migrations lift the limit for themselves. */
export const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const idleInTransactionTimeoutMs = 60_000;
/** Unless DATABASE_URL has a `connect_timeout`, in seconds as for libpq. */
const connectTimeoutMs = 5_000;

export const sessionSettings = {
  TimeZone: 'UTC',
  statement_timeout: `${statementTimeoutMs}`,
  lock_timeout: `${lockTimeoutMs}`,
  idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs}`,
} as const;

/** Sent when a connection opens, so they cost no round trip. */
const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Settings of every connection, to the embedded server or to one in a URL. */
export function connectionConfig(target: pg.ClientConfig | string): pg.ClientConfig {
  if (typeof target === 'string') {
    const seconds = Number(new URL(target).searchParams.get('connect_timeout'));
    const connectionTimeoutMillis = seconds > 0 ? seconds * 1000 : connectTimeoutMs;
    return { ...sharedConfig, connectionTimeoutMillis, connectionString: withOptions(target) };
  }
  return { ...sharedConfig, options: sessionOptions, ...target };
}

const sharedConfig: pg.ClientConfig = {
  application_name: 'contactry',
  keepAlive: true,
  connectionTimeoutMillis: connectTimeoutMs,
  types: columnTypes,
};

/** `pg` lets the URL's options replace ours, so put ours into the URL, before them. */
function withOptions(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set(
    'options',
    [sessionOptions, url.searchParams.get('options')].filter(Boolean).join(' '),
  );
  return url.href;
}

/** A pool that survives its server: a lost connection is logged and never crashes the process. */
export function openPool(target: pg.ClientConfig | string, connectionsMax: number, log: Log): pg.Pool {
  return surviving(new pg.Pool({ ...connectionConfig(target), max: connectionsMax }), log);
}

/** A pool through a pooler whose server connections change with each transaction, so that nothing may be left in a session. */
export function openPooledPool(url: string, connectionsMax: number, log: Log): pg.Pool {
  const Client = NamelessClient as unknown as new () => pg.Client;
  return surviving(new pg.Pool({ ...sharedConfig, connectionString: url, max: connectionsMax, Client }), log);
}

/** Prepares no statements by name: the next transaction may run on another server connection, which doesn't know them. */
export class NamelessClient extends pg.Client {
  override query(...parts: unknown[]): never {
    const [statement, ...rest] = parts;
    const named = typeof statement === 'object' && statement !== null && 'name' in statement;
    const nameless = named ? { ...statement, name: undefined } : statement;
    return (super.query as (...all: unknown[]) => never).call(this, nameless, ...rest);
  }
}

/** Whether a pool with these options was opened by `openPooledPool`. */
export const isThroughPooler = (options: object): boolean =>
  (options as { Client?: unknown }).Client === NamelessClient;

function surviving(pool: pg.Pool, log: Log): pg.Pool {
  const lost = (cause: Error) => {
    // During a clean stop the server may close a connection before the pool does.
    if (!pool.ending) log.warn({ err: cause }, 'Lost a database connection');
  };
  pool.on('error', lost);
  // The pool removes its own listener from a checked-out client, so an error between two statements would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function kyselyOn(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });
}
