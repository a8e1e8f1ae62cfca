import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { ensureCluster, takeOver } from './cluster.ts';
import {
  freePort,
  leaveSocketFolder,
  mainFile,
  type Settings,
  serviceSettings,
  socketFolder,
  socketPort,
  type Transport,
  throwAwaySettings,
  writeConfiguration,
} from './configuration.ts';
import type { Account } from './placement/account.ts';
import { clusterIn, type Placement, place, readPassword } from './placement/placement.ts';
import { chooseBinaries, removeOldCopies } from './programs/binaries.ts';
import { type RunningServer, reloadServer, runningServer, startServer } from './programs/pg-ctl.ts';
import { ensureDatabase, keepAlive, type Supervisor, stopWhatRuns, supervise, unref } from './supervisor.ts';

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Connects to the database `contactry` as its owner, the role `contactry`. It is not a superuser. */
  poolConfig: pg.PoolConfig;
  clusterDir: string;
  /** The account that runs the server and may restart it. */
  account: Account;
  /** Empty on loopback. */
  socketDir: string;
  /** For example `18.4`. */
  version: string;
  /** Ends the connections, stops the server and waits for it to exit. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends ClusterOptions {
  settings?: Settings;
  transport?: Transport;
  /** How long to wait for the lock of a process that was just killed. */
  lockPatienceMs?: number;
}

const lockPatienceMsDefault = 3_000;

/**
 * Starts the embedded PostgreSQL of DATA_DIR, or takes over a server that a killed process left running. Fails if another
 * process supervises it, if no binaries fit the machine, or if the cluster has another major version.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, throwAway = false } = options;
  const transport = options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket');
  const placement = await prepareCluster(options);
  const settings = { ...(throwAway ? throwAwaySettings : serviceSettings), ...options.settings };

  const stopping = new AbortController();
  let address = { host: '', port: 0 };
  const password = await readPassword(placement.home);
  const asRole = (user: string, database: string) => ({ ...address, user, database, password, ssl: false });

  const start = async (): Promise<Supervisor> => {
    let leftBehind: RunningServer | null = null;
    const run = async () => {
      if (stopping.signal.aborted) throw new Error('The database server is being stopped');
      const running = await runningServer(placement);
      if (address.port === 0) {
        leftBehind = running;
        address = await bringUp(placement, running, { transport, settings });
      } else if (!running) {
        // Root privileges may be gone by now, so address and configuration stay as they are.
        if (transport === 'socket') await socketFolder(placement);
        await startServer(placement, mainFile);
      }
    };
    const config = () => asRole('postgres', 'postgres');
    const supervisor = await supervise(config, run, options.lockPatienceMs ?? lockPatienceMsDefault);
    if (leftBehind) log.info({ server: leftBehind }, 'The database server was still running. Using it');
    await ensureDatabase(supervisor.client, password);
    unref(supervisor);
    return supervisor;
  };
  const supervised = keepAlive(await start(), start, stopping.signal, log);

  const mode = throwAway ? 'immediate' : 'fast';
  const shutDown = async () => {
    stopping.abort();
    await stopWhatRuns(placement, mode, supervised);
    if (transport === 'socket') await leaveSocketFolder(placement, address.host);
  };
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= shutDown();
    return stopped;
  };
  return {
    poolConfig: asRole('contactry', 'contactry'),
    clusterDir: clusterIn(placement.home),
    account: placement.account,
    socketDir: transport === 'socket' ? address.host : '',
    version: placement.version,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export interface ClusterOptions {
  dataDir: string;
  log: Log;
  /** For tests: syncs nothing to disk, and stops without writing. */
  throwAway?: boolean;
  /** Where root puts clusters that can't be in DATA_DIR, because the server runs as another account. */
  rootsHomes?: string;
  /** POSTGRES_BIN: the folder of PostgreSQL's programs to use. */
  postgresBin?: string | undefined;
}

export const rootsHomesDefault = '/var/lib/contactry';

/** The service's own cluster, created if there is none. */
async function prepareCluster({
  dataDir,
  rootsHomes,
  log,
  throwAway,
  postgresBin,
}: ClusterOptions): Promise<Placement> {
  const placement = await place(
    dataDir,
    rootsHomes ?? rootsHomesDefault,
    log,
    await chooseBinaries({ postgresBin }),
  );
  if (placement.formerOwner) await takeOver(placement, placement.formerOwner, log);
  const made = await ensureCluster(placement, { durable: !throwAway });
  if (made && !throwAway) log.info({ cluster: clusterIn(placement.home) }, 'Created a new database');
  return placement;
}

/** Starts the server, or reloads the configuration of a running one. Returns where the server accepts connections. */
async function bringUp(
  placement: Placement,
  running: RunningServer | null,
  wanted: { transport: Transport; settings: Settings },
): Promise<{ host: string; port: number }> {
  const onSocket = wanted.transport === 'socket';
  const socketDir = onSocket ? running?.socketDir || (await socketFolder(placement)) : '';
  const port = running?.port ?? (onSocket ? socketPort : await freePort());
  const where = { transport: wanted.transport, socketDir, port };
  await writeConfiguration(placement, where, wanted.settings);
  if (running) await reloadServer(placement);
  else {
    await startServer(placement, mainFile);
    await removeOldCopies(placement.binaries, placement.home);
  }
  return { host: onSocket ? socketDir : '127.0.0.1', port };
}
