import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { runsAsRoot } from '#platform/database/embedded/account.ts';
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

/** Ends the server and every program that was started, whether the measurement ends, fails or is interrupted. */
export async function onBenchServer(measure: (server: BenchServer) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-bench-'));
  await chmod(folder, 0o711);
  const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
  // The service drops root and then can't enter the socket's folder.
  const transport = runsAsRoot() ? 'loopback' : undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet, transport });
  const pool = openPool(urlOf(postgres), 4, quiet);
  const environment = {
    DATABASE_URL: urlOf(postgres),
    DATA_DIR: join(folder, 'service'),
    ADMIN_SECRET: benchSecret,
    INTERNAL_SECRET: benchSecret,
    SUPPRESSION_PEPPER: benchSecret,
    LOG_LEVEL: 'warn',
  };
  const measuring = migrate(pool).then(() =>
    measure({ pool, url: urlOf(postgres), poolConfig: postgres.poolConfig, environment }),
  );
  try {
    await Promise.race([measuring, interrupted]);
  } finally {
    await endPrograms();
    const closed = pool.end();
    // An interrupted measurement still asks the server, and fails now that it is gone.
    await postgres.stop();
    await Promise.allSettled([closed, measuring]);
    await rm(folder, { recursive: true, force: true });
  }
}
