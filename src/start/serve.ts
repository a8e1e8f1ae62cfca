import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { type App, openApp } from '../app.ts';
import { openPages } from '../wiring/open-pages.ts';
import { readEnvironment } from './config.ts';
import { dropPrivileges, dropRoot, restartThroughWorkingFolder } from './drop-root.ts';
import { commandLineSettings, greeting, pagesGreeting } from './greeting.ts';
import { checkPorts, openMetricsPort, openPort } from './open-ports.ts';
import { prepareWeb } from './prepare-web.ts';
import { openSecrets } from './secrets.ts';
import { asDataDirError, asOpeningError, asStartupError, StartupError } from './startup-error.ts';
import { exitAfter, startGivenUpMs, stopMsMax, stopSignal } from './stop-signal.ts';

/** Runs the service, and ends the process with a sentence if it can't start. */
export async function run(): Promise<void> {
  try {
    await serve();
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`,
    );
    process.exit(1);
  }
}

/** Until a signal stops it. However it ends, the app is closed first and its database after it. */
async function serve(): Promise<void> {
  await restartThroughWorkingFolder();
  const config = readEnvironment();
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  await using stack = new AsyncDisposableStack();
  const started = start(config, log, stack);
  const early = await Promise.race([started.then(() => null), stopped]);
  if (early) {
    exitAfter(startGivenUpMs, 0, log);
    log.info({ signal: early }, 'stopping before the start is complete');
    return void (await started);
  }
  const signal = await stopped;
  // A person at a terminal has no load balancer to wait for.
  const delaySeconds = signal === 'SIGTERM' ? config.STOP_DELAY_SECONDS : 0;
  exitAfter(delaySeconds * 1000 + stopMsMax, 1, log);
  (await started).leave();
  log.info({ signal, delaySeconds }, 'stopping after the requests in flight');
  await sleep(delaySeconds * 1000);
}

type Started = Pick<App, 'leave'>;

async function start(config: Config, log: Log, stack: AsyncDisposableStack): Promise<Started> {
  const {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    POSTGRES_BIN: postgresBin,
    REDIS_URL: redisUrl,
  } = config;
  await checkPorts(config);
  if (config.ROLE === 'web') return startPages(config, log, stack);
  const found = commandLineSettings();
  const secrets = await openSecrets(config).catch(asDataDirError(dataDir));
  const opened = await openDatabase({ databaseUrl, directUrl, dataDir, postgresBin }, log).catch(
    asDataDirError(dataDir),
  );
  const database = stack.use(opened);
  if (redisUrl) {
    const { reachRedis } = await import('#platform/rate-limit/reach-redis.ts');
    await reachRedis(redisUrl).catch(withoutRedis(log));
  }
  const replacesPepper = process.argv.includes('--replace-pepper');
  const opening = openApp({ config, secrets: secrets.active, database, log, replacesPepper });
  const app = stack.use(await opening.catch(asOpeningError));
  stack.use(await openMetricsPort(config, app, log));
  await openPort(config, { server: app.server, publicUrl: app.kernel.ports.publicUrl }, log);
  await prepareWeb(config, log);
  await dropPrivileges(config, database.runsAs, log).catch(asStartupError);
  if (config.ROLE !== 'api') await app.work();
  if (config.ROLE === 'worker') log.info({ url: app.kernel.ports.publicUrl() }, 'the worker is ready');
  else greet(await greeting({ app, config, secrets, found, isTerminal: process.stderr.isTTY ?? false }));
  app.watch();
  return app;
}

/** A restart must not fail because Redis is down: the service runs without it, and uses it once it answers. */
function withoutRedis(log: Log) {
  return (error: Error) =>
    log.error({}, `${error.message} Until it answers, each process counts rate limits on its own.`);
}

/** On the other stream than the log, which programs read. */
function greet(words: string): void {
  process.stderr.write(words);
}

/** The pages alone, which open no database. */
async function startPages(config: Config, log: Log, stack: AsyncDisposableStack): Promise<Started> {
  const pages = stack.use(await openPages(config, log));
  stack.use(await openMetricsPort(config, pages, log));
  await openPort(config, pages, log);
  await prepareWeb(config, log);
  await dropRoot({ account: null, dataDir: config.DATA_DIR, log });
  greet(pagesGreeting(pages.publicUrl(), config));
  return pages;
}
