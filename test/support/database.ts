import type { Kysely } from 'kysely';
import pg from 'pg';
import { connectionConfig, kyselyOn, openPool } from '#platform/database/pools.ts';
import type { Database } from '#platform/database/rows.generated.ts';
import { openTestServer, serverVariable, type TestServer, urlOf } from './database-server.ts';

export interface TestDatabase extends AsyncDisposable {
  name: string;
  /** Usable as DATABASE_URL of another program. */
  url: string;
  pool: pg.Pool;
  db: Kysely<Database>;
}

const connectionsMax = 20;
let found: Promise<{ server: TestServer; onServer: (statement: string) => Promise<unknown> }> | undefined;
let made = 0;

/**
 * A migrated database of the test's own, dropped on disposal: `await using database = await testDatabase()` in a test, or
 * `after(() => database[Symbol.asyncDispose]())` in a file. Uses the runner's server; a file run alone starts one. With
 * `migrated: false` it is empty.
 */
export async function testDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  found ??= findServer().then((server) => ({ server, onServer: keptConnection(server) }));
  const { server, onServer } = await found;
  const name = `${server.prefix}_${process.pid}_${++made}`;
  const template = options.migrated === false ? 'template1' : server.template;
  await onServer(`create database ${name} template ${template} strategy ${server.copyStrategy}`);
  const url = urlOf(server, name);
  const pool = openPool(url, connectionsMax, { debug() {}, info() {}, warn() {}, error: console.error });
  const dispose = async () => {
    await pool.end();
    await onServer(`drop database ${name} with (force)`);
  };
  return { name, url, pool, db: kyselyOn(pool), [Symbol.asyncDispose]: dispose };
}

async function findServer(): Promise<TestServer> {
  const given = process.env[serverVariable];
  if (given) return JSON.parse(given) as TestServer;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const { server, close } = await openTestServer();
  process.once('beforeExit', close);
  return server;
}

/** One connection of this process creates and drops its databases, and doesn't keep it alive. */
function keptConnection({ url }: TestServer) {
  const pool = new pg.Pool({ ...connectionConfig(url), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  return (statement: string) => pool.query(statement);
}
