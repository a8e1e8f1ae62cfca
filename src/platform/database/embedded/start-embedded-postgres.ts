import type pg from 'pg';
import type { Account } from './account.ts';
import { bringUp } from './bring-up.ts';
import { clusterIn, readPassword } from './cluster-paths.ts';
import { leaveSocketFolder, mainFile, socketFolder, type Transport } from './configuration.ts';
import { runningServer, startServer, stopServer } from './pg-ctl.ts';
import type { RunningServer } from './pid-file.ts';
import { type ClusterOptions, prepareCluster } from './prepare-cluster.ts';
import { type Settings, serviceSettings, throwAwaySettings } from './server-settings.ts';
import { ensureDatabase, keepAlive, type Supervisor, supervise, unref } from './supervisor.ts';

export interface EmbeddedPostgres extends AsyncDisposable {
  /** For the role and database `contactry`, its owner, which is no superuser. */
  poolConfig: pg.PoolConfig;
  clusterDir: string;
  /** Runs the server, and may start it again. */
  account: Account;
  /** Empty on loopback. */
  socketDir: string;
  /** Such as `18.4`. */
  version: string;
  /** Ends the connections, stops the server and waits for it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends ClusterOptions {
  settings?: Settings;
  transport?: Transport;
  /** How long the lock of a process that was just killed is waited for. */
  lockPatienceMs?: number;
}

const lockPatienceMsDefault = 3_000;

/**
 * Starts the embedded PostgreSQL of DATA_DIR, or takes over the server that a killed process left there. Fails when
 * another process supervises it, when no binaries fit the machine, and when the cluster is of another major version.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, throwAway = false } = options;
  const transport = options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket');
  const placement = await prepareCluster(options);
  const settings = { ...(throwAway ? throwAwaySettings : serviceSettings), ...options.settings };

  let stopping: Promise<void> | null = null;
  let address = { host: '', port: 0 };
  const password = await readPassword(placement.home);
  const asRole = (user: string, database: string) => ({ ...address, user, database, password, ssl: false });

  const start = async (): Promise<Supervisor> => {
    let leftBehind: RunningServer | null = null;
    const run = async () => {
      if (stopping) throw new Error('The database server is being stopped');
      const running = await runningServer(placement);
      if (address.port === 0) {
        leftBehind = running;
        address = await bringUp(placement, running, { transport, settings });
      } else if (!running) {
        // Root may have been given up by now: address and configuration stay as they were written.
        if (transport === 'socket') await socketFolder(placement);
        await startServer(placement, mainFile);
      }
    };
    const config = () => asRole('postgres', 'postgres');
    const supervisor = await supervise(config, run, options.lockPatienceMs ?? lockPatienceMsDefault);
    if (leftBehind)
      log.info({ server: leftBehind }, 'The database server was still running and is used again');
    await ensureDatabase(supervisor.client, password);
    unref(supervisor);
    return supervisor;
  };
  const supervised = keepAlive(await start(), start, () => stopping !== null, log);

  const shutDown = async () => {
    const mode = throwAway ? 'immediate' : 'fast';
    await stopServer(placement, mode);
    await supervised;
    // Started again while it was being stopped.
    if (await runningServer(placement)) await stopServer(placement, mode);
    if (transport === 'socket') await leaveSocketFolder(placement, address.host);
  };
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
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
