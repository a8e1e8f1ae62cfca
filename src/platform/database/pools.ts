import assert from 'node:assert';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { beginStatement, timed } from '#core/tracing/span.ts';
import { readDatabaseUrl } from './database-url.ts';
import { FollowingClient, type FollowingConfig } from './following-client.ts';
import { namingPool } from './named-statements.ts';
import type { Database } from './rows.generated.ts';
import { type Servers, serversOf, type Wanted } from './servers.ts';

const { builtins } = pg.types;
const textArrayOid = 1009;
const bigintArrayOid = 1016;
const timestamptzArrayOid = 1185;

/** PostgreSQL's `infinity` becomes the last possible Date: it compares correctly and keeps its type. */
const endOfTime = new Date(8.64e15);
const startOfTime = new Date(-8.64e15);

/** Amounts and ids are far below 2^53. A larger value throws instead of being rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `bigint ${text} is too large for a JavaScript number`);
  return value;
}

const readTimestamp = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date | number;

function timestamp(text: string): Date {
  const value = readTimestamp(text);
  if (value instanceof Date) return value;
  return value > 0 ? endOfTime : startOfTime;
}

const readTexts = pg.types.getTypeParser(textArrayOid as never) as (text: string) => (string | null)[];

const arrayOf =
  <Value>(read: (text: string) => Value) =>
  (text: string) =>
    readTexts(text).map((item) => (item === null ? null : read(item)));

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.TIMESTAMPTZ, timestamp],
  // By default `pg` returns midnight in the machine's time zone.
  [builtins.DATE, (text) => text],
  [bigintArrayOid, arrayOf(safeInteger)],
  [timestamptzArrayOid, arrayOf(timestamp)],
]);

/** How columns are parsed: `bigint` as number, `timestamptz` as Date, `date` as text, the rest as `pg` does. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
};

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
export function connectionConfig(target: pg.ClientConfig | string): FollowingConfig {
  if (typeof target !== 'string') return { ...sharedConfig, options: sessionOptions, ...target };
  return urlConfig(target, (url) => withOptions(url));
}

const sharedConfig: pg.PoolConfig = {
  application_name: 'contactry',
  keepAlive: true,
  // Without it, the system first asks after two hours whether the other end is still there.
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: connectTimeoutMs,
  types: columnTypes,
  Client: FollowingClient as unknown as new () => pg.Client,
};

function urlConfig(
  text: string,
  change: (url: string) => string,
  wanted: Wanted = 'primary',
): FollowingConfig {
  const read = readDatabaseUrl(text);
  assert(read, 'the configuration has accepted the URL of the database');
  const seconds = Number(new URL(read.url).searchParams.get('connect_timeout'));
  const timeout = seconds > 0 ? { connectionTimeoutMillis: seconds * 1000 } : {};
  const config = { connectionString: change(read.url), ...timeout };
  const { connectionTimeoutMillis, ...others } = sharedConfig;
  return { ...sharedConfig, ...config, servers: serversOf(text, read, wanted, { ...others, ...config }) };
}

/** `pg` lets the URL's options replace ours, so put ours into the URL, before them. */
function withOptions(databaseUrl: string, ...more: string[]): string {
  const url = new URL(databaseUrl);
  const options = [sessionOptions, ...more, url.searchParams.get('options')];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}

/** A connection for as long as `use` takes. */
export async function withClient<Result>(
  config: FollowingConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new FollowingClient(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A pool that survives its server: a lost connection is logged and never crashes the process. */
export function openPool(target: pg.ClientConfig | string, connectionsMax: number, log: Log): pg.Pool {
  return surviving(new pg.Pool({ ...connectionConfig(target), max: connectionsMax }), log);
}

/** A pool for reads alone: of a standby, if the URL names several servers. */
export function openReadPool(url: string, connectionsMax: number, log: Log): pg.Pool {
  const readOnly = (each: string) => withOptions(each, '-c default_transaction_read_only=on');
  return surviving(new pg.Pool({ ...urlConfig(url, readOnly, 'standby'), max: connectionsMax }), log);
}

/** The servers of a pool whose URL names several. */
export const serversOfPool = ({ options }: pg.Pool): Servers | null =>
  (options as FollowingConfig).servers ?? null;

/** A pool through a pooler whose server connections change with each transaction, so that nothing may be left in a session. */
export function openPooledPool(url: string, connectionsMax: number, log: Log): pg.Pool {
  const Client = NamelessClient as unknown as new () => pg.Client;
  const config = urlConfig(url, (unchanged) => unchanged);
  return surviving(new pg.Pool({ ...config, max: connectionsMax, Client }), log);
}

/** Prepares no statements by name: the next transaction may run on another server connection, which doesn't know them. */
export class NamelessClient extends FollowingClient {
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

/** The pool for statements written as text. */
export const hotPool = (pool: pg.Pool): HotPool => ({
  query: <Row>(statement: pg.QueryConfig) =>
    timed(beginStatement(statement.text), pool.query<Row & pg.QueryResultRow>(statement)),
});

export function kyselyOn(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });
}
