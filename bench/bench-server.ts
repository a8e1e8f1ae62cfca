import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Settings } from '#platform/database/embedded/configuration.ts';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openPool } from '#platform/database/pools.ts';
import { urlOf } from '#test/support/throw-away-cluster.ts';
import { interrupted } from './interruption.ts';
import { endPrograms } from './programs.ts';

export const benchSecret = 'bench-secret-of-services-0123456789';

/** A migrated throw-away PostgreSQL with durable writes. */
export interface BenchServer {
  pool: pg.Pool;
  url: string;
  poolConfig: pg.PoolConfig;
  /** Of the services that are measured on it. */
  environment: Record<string, string>;
}

type Work<Result> = (server: BenchServer) => Promise<Result>;

/** A table that is filled in the transaction that emptied it isn't logged then, only synced. */
const fillingSettings: Settings = { wal_level: 'minimal', max_wal_senders: 0, autovacuum: 'off' };

/** What `fill` leaves behind is measured after a restart, with the settings of `npm start`. */
export async function onBenchServer<Result>(measure: Work<Result>, fill?: Work<unknown>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-bench-'));
  await chmod(folder, 0o711);
  try {
    if (fill) await withServer(folder, fillingSettings, fill);
    return await withServer(folder, {}, measure);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends the server and every program that was started, whether the work ends, fails or is interrupted. */
async function withServer<Result>(folder: string, settings: Settings, work: Work<Result>): Promise<Result> {
  const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
  // The service drops root and then can't enter the socket's folder.
  const transport = runsAsRoot() ? 'loopback' : undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet, transport, settings });
  const url = urlOf(postgres);
  const pool = openPool(url, 4, quiet);
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'service'),
    ADMIN_SECRET: benchSecret,
    INTERNAL_SECRET: benchSecret,
    SUPPRESSION_PEPPER: benchSecret,
    LOG_LEVEL: 'warn',
  };
  const working = migrate(pool).then(() => work({ pool, url, poolConfig: postgres.poolConfig, environment }));
  try {
    return await Promise.race([working, interrupted]);
  } finally {
    await endPrograms();
    const closed = pool.end();
    // Interrupted work still asks the server, and fails now that it is gone.
    await postgres.stop();
    await Promise.allSettled([closed, working]);
  }
}
