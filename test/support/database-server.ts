import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { manifest } from '#app/manifest.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectionConfig } from '#platform/database/pools.ts';
import { prepareQueues } from '#platform/queue/prepare-queues.ts';
import { rehearse } from '../upgrades/rehearse.ts';
import { startThrowAwayCluster } from './throw-away-cluster.ts';

/** A server with a template that is migrated and has the queues. The runner passes it to test files in the environment. */
export interface TestServer {
  /** The database from which others are created and dropped. */
  url: string;
  template: string;
  /** Without syncing, copying files has steadier latency than logging the copy (16 ms against 20 to 55). */
  copyStrategy: 'file_copy' | 'wal_log';
  /** Prefix of every database in this run. */
  prefix: string;
}

export interface OwnedTestServer {
  server: TestServer;
  close(): Promise<void>;
}

export const serverVariable = 'CONTACTRY_TEST_SERVER';

/** The server in TEST_DATABASE_URL, else a temporary cluster of the embedded PostgreSQL. */
export async function openTestServer(): Promise<OwnedTestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? null : await startThrowAwayCluster();
  const prefix = `contactry_test_${process.pid}_${randomBytes(3).toString('hex')}`;
  const patient = new URL(given ?? cluster!.url);
  // On a busy machine a process may not get a turn for seconds.
  patient.searchParams.set('connect_timeout', '60');
  const url = patient.href;
  const copyStrategy = cluster ? 'file_copy' : 'wal_log';
  const server: TestServer = { url, template: `${prefix}_template`, copyStrategy, prefix };
  const close = async () => {
    if (cluster) await cluster.stop();
    else await dropAll(server);
  };
  try {
    await makeTemplate(server);
    return { server, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** The URL of another database on the same server. */
export function urlOf(server: TestServer, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTemplate(server: TestServer): Promise<void> {
  await onServer(server, `create database ${server.template}`);
  const pool = new pg.Pool(connectionConfig(urlOf(server, server.template)));
  try {
    await migrateAll(pool);
    await makeQueues(pool);
  } finally {
    await pool.end();
  }
}

/** To the schema of the checkout, or of the rehearsal of a newer release in TEST_REHEARSAL. */
async function migrateAll(pool: pg.Pool): Promise<void> {
  const newer = process.env.TEST_REHEARSAL;
  if (!newer) return void (await migrate(pool));
  using rehearsal = rehearse(newer);
  await migrate(pool, rehearsal);
}

/** As a service's first start does, so that the services of tests find them. */
async function makeQueues(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await prepareQueues(boss, pool, manifest.jobs);
  await boss.stop();
}

/** Runs one statement outside of the test databases. */
export async function onServer<Row extends pg.QueryResultRow>(
  server: TestServer,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(connectionConfig(server.url));
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function dropAll(server: TestServer): Promise<void> {
  const left = await onServer<{ datname: string }>(
    server,
    `select datname from pg_database where starts_with(datname, '${server.prefix}')`,
  );
  for (const { datname } of left) await onServer(server, `drop database if exists ${datname} with (force)`);
}
