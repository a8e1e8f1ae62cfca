import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { releaseText } from '#values/postgresql-releases.ts';
import { type NumberedAccount, numbered } from './embedded/placement/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { kyselyOn, openPool, openPooledPool } from './pools.ts';
import type { Database } from './rows.generated.ts';
import {
  checkSessionDefaults,
  refuseUnknownPooler,
  setSessionDefaults,
  waitForServer,
} from './wait-for-server.ts';

const connectionsDefault = 10;

export interface DatabaseConfig {
  databaseUrl?: string | undefined;
  /** The server behind `databaseUrl`, if that is a pooler in transaction mode. */
  directUrl?: string | undefined;
  dataDir: string;
  postgresBin?: string | undefined;
  /** Maximum number of connections. */
  poolSize?: number | undefined;
}

export interface OpenDatabase extends AsyncDisposable {
  pool: pg.Pool;
  db: Kysely<Database>;
  /** Connections that keep their sessions: of a pool of their own if `pool` goes through a pooler. */
  sessions: pg.Pool;
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
  const { databaseUrl, directUrl, poolSize = connectionsDefault } = config;
  const target = embedded ? embedded.poolConfig : directUrl || databaseUrl!;
  const sessions = openPool(target, poolSize, log);
  const pool = directUrl ? openPooledPool(databaseUrl!, poolSize, log) : sessions;
  const closeAll = async () => {
    await pool.end();
    if (sessions !== pool) await sessions.end();
    await embedded?.stop();
  };
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    const name = embedded ? 'DATA_DIR' : 'DATABASE_URL';
    const serverVersion = await waitForServer(sessions, directUrl ? 'DATABASE_DIRECT_URL' : name, log);
    if (directUrl) {
      await setSessionDefaults(directUrl);
      await waitForServer(pool, name, log);
      await checkSessionDefaults(pool);
    } else if (!embedded) await refuseUnknownPooler(pool);
    log.info({ version: serverVersion }, `The database is ${releaseText(serverVersion)}`);
    const db = kyselyOn(pool);
    const kind = embedded ? 'embedded' : 'external';
    const runsAs = embedded && numbered(embedded.account);
    return { pool, db, sessions, kind, serverVersion, target, runsAs, close, [Symbol.asyncDispose]: close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
