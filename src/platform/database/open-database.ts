import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { releaseText } from '#values/postgresql-releases.ts';
import { type NumberedAccount, numbered } from './embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import type { Pipeline } from './pipeline.ts';
import { kyselyOn, openPool } from './pools.ts';
import type { Database } from './rows.generated.ts';
import { waitForServer } from './wait-for-server.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The pool. Inside a command, `ctx.db` is the open transaction instead. */
    db: Kysely<Database>;
  }
}

declare module '#core/domain.ts' {
  interface Platform {
    /** For statements written as text, such as those of batches. */
    pool: pg.Pool;
    /** For lookups. */
    pipeline: Pipeline;
  }
}

const connectionsDefault = 10;

export interface DatabaseConfig {
  databaseUrl?: string | undefined;
  dataDir: string;
  postgresBin?: string | undefined;
  /** Maximum number of connections. */
  poolSize?: number | undefined;
}

export interface OpenDatabase extends AsyncDisposable {
  pool: pg.Pool;
  db: Kysely<Database>;
  kind: 'embedded' | 'external';
  /** For example `18.4`. */
  serverVersion: string;
  /** For separate connections, such as the one `listen` opens. */
  target: pg.ClientConfig | string;
  /** As root: the account that runs the embedded server and may restart it. Otherwise null. */
  runsAs: NumberedAccount | null;
  close(): Promise<void>;
}

/**
 * Connects to the server in DATABASE_URL, or starts the embedded one in DATA_DIR. Fails if the server can't be reached within
 * 30 s or is older than PostgreSQL 15. Runs no migrations.
 */
export async function openDatabase(config: DatabaseConfig, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, postgresBin } = config;
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, postgresBin, log });
  return openOn(embedded, config, log);
}

async function openOn(
  embedded: EmbeddedPostgres | null,
  config: DatabaseConfig,
  log: Log,
): Promise<OpenDatabase> {
  const target = embedded ? embedded.poolConfig : config.databaseUrl!;
  const pool = openPool(target, config.poolSize ?? connectionsDefault, log);
  const closeAll = async () => {
    await pool.end();
    await embedded?.stop();
  };
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    const serverVersion = await waitForServer(pool, embedded ? 'DATA_DIR' : 'DATABASE_URL', log);
    log.info({ version: serverVersion }, `The database is ${releaseText(serverVersion)}`);
    const db = kyselyOn(pool);
    const kind = embedded ? 'embedded' : 'external';
    const runsAs = embedded && numbered(embedded.account);
    return { pool, db, kind, serverVersion, target, runsAs, close, [Symbol.asyncDispose]: close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
