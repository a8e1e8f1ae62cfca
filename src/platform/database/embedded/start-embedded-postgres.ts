import type pg from 'pg';
import { bringUp } from './bring-up.ts';
import { clusterIn, readPassword } from './cluster-paths.ts';
import { leaveSocketFolder, mainFile, socketFolder, type Transport } from './configuration.ts';
import type { Account } from './placement/account.ts';
import { type ClusterOptions, prepareCluster } from './prepare-cluster.ts';
import { runningServer, startServer } from './programs/pg-ctl.ts';
import type { RunningServer } from './programs/pid-file.ts';
import { type Settings, serviceSettings, throwAwaySettings } from './server-settings.ts';
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
