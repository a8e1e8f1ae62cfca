import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import type { Account } from '#platform/database/embedded/account.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { connectionConfig } from '#platform/database/pools.ts';
import { openLog } from '#platform/log/open-log.ts';
import { listenForMetrics, type MetricsListener } from '#surfaces/http/metrics-listener.ts';
import { type App, openApp } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { dropRoot, executeWhereReadable } from './drop-root.ts';
import { greeting } from './greeting.ts';
import { openSecrets } from './secrets.ts';
import { StartRefused } from './start-refused.ts';
import { stopSignal } from './stop-signal.ts';

try {
  await serve();
} catch (error) {
  const isSentence = error instanceof ConfigurationError || error instanceof StartRefused;
  process.stderr.write(`${isSentence ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

/** Runs until a signal stops it. However it ends, what was opened is closed: the app first, then its database. */
async function serve(): Promise<void> {
  await executeWhereReadable();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  const { secrets, generated, file } = await openSecrets(config).catch(refuse);
  const where = { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR };
  await using database = await openDatabase(where, log).catch(refuse);
  const replacesPepper = process.argv.includes('--replace-pepper');
  await using app = await openApp({ config, secrets, database, log, replacesPepper });
  await using _metrics = await openMetricsPort(config, app, log);
  const answers = config.ROLE !== 'worker';
  if (answers) {
    await app.server.listen({ host: config.HOST, port: config.PORT }).catch(refusePort('PORT', config.PORT));
  }
  const left = await dropRoot({ account: database.runsAs, dataDir: config.DATA_DIR, log });
  if (left) await reachAgain(where, left).catch(refuse);
  if (config.ROLE !== 'api') await app.work();
  if (answers) process.stdout.write(await greeting({ app, config, secrets, generated, file }));

  log.info({ signal: await stopped }, 'stopping: requests under way are answered first');
}

/** Prometheus's own door, where one is asked for. */
async function openMetricsPort(config: Config, app: App, log: Log): Promise<MetricsListener | null> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === null) return null;
  const listener = await listenForMetrics({ host, port }, app.metrics).catch(
    refusePort('METRICS_PORT', port),
  );
  log.info({ url: listener.url }, 'metrics are served at an address of their own');
  return listener;
}

/** A server that knows users by what the operating system says, or a socket in root's folder, may have let in root alone. */
async function reachAgain({ databaseUrl }: { databaseUrl: string }, { name }: Account): Promise<void> {
  if (databaseUrl === '') return;
  const client = new pg.Client(connectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(
      `Contactry gives root up for ${name}, and the database of DATABASE_URL does not let that one in: ${(cause as Error).message}. ` +
        'Start Contactry as a user that it lets in, or connect by TCP with a password.',
      { cause },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function refusePort(name: string, port: number) {
  return (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    return refuse(new Error(`Port ${port} is in use; set ${name} to another.`));
  };
}

function refuse(cause: Error): never {
  throw new StartRefused(cause.message, { cause });
}
