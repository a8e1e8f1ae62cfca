import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { withClient } from '../pools.ts';
import { clusterIn, readPassword } from './placement/placement.ts';
import { readPidFile } from './programs/pg-ctl.ts';
import { type ClusterOptions, startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** The embedded server, for a tool that comes and goes while the service runs or not. */
export interface ReachedPostgres extends AsyncDisposable {
  home: string;
  /** As the owner of the database, which is no superuser. */
  asService: pg.ClientConfig;
  /** As the superuser. */
  asSuperuser: pg.ClientConfig;
  /** False if the server was started for this tool. Then disposing stops it. */
  wasRunning: boolean;
}

/** Where DATA_DIR has its cluster. Null if it has none yet. */
export async function homeOf(dataDir: string): Promise<string | null> {
  try {
    const home = await realpath(join(dataDir, 'postgresql'));
    await access(join(clusterIn(home), 'PG_VERSION'));
    return home;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Uses the server that runs on the cluster of DATA_DIR, else starts it. Null if there is no cluster. */
export async function reachEmbedded(
  { dataDir, postgresBin }: Pick<ClusterOptions, 'dataDir' | 'postgresBin'>,
  log: Log,
): Promise<ReachedPostgres | null> {
  const home = await homeOf(dataDir);
  if (home === null) return null;
  const password = await readPassword(home);
  const running = await readPidFile(clusterIn(home));
  const reached = (address: { host: string; port: number }, stop: (() => Promise<void>) | null) => {
    const as = (role: string) => ({ ...address, user: role, database: role, password, ssl: false });
    return {
      home,
      asService: as('contactry'),
      asSuperuser: as('postgres'),
      wasRunning: stop === null,
      [Symbol.asyncDispose]: async () => stop?.(),
    };
  };
  if (running) {
    const found = reached({ host: running.socketDir || '127.0.0.1', port: running.port }, null);
    if (await answers(found.asSuperuser)) return found;
  }
  const started = await startEmbeddedPostgres({ dataDir, postgresBin, log });
  const { host, port } = started.poolConfig as { host: string; port: number };
  return reached({ host, port }, () => started.stop());
}

/** False for the leftovers of a killed server, whose number may belong to another program now. */
const answers = (config: pg.ClientConfig): Promise<boolean> =>
  withClient({ ...config, connectionTimeoutMillis: 5_000 }, async () => true).catch(() => false);
