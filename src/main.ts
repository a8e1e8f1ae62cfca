import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { reachRedis } from '#platform/rate-limit/reach-redis.ts';
import { openApp } from './app.ts';
import { dropPrivileges, restartThroughWorkingFolder } from './drop-root.ts';
import { asDataDirError, asPrivilegeError, asStartupError } from './explain-startup-error.ts';
import { greeting } from './greeting.ts';
import { openMetricsPort, openPort } from './open-ports.ts';
import { readEnvironment } from './read-environment.ts';
import { openSecrets } from './secrets.ts';
import { StartupError } from './startup-error.ts';
import { stopSignal } from './stop-signal.ts';

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

/** Runs until a signal stops it. However it ends, the app is closed first and its database after it. */
async function serve(): Promise<void> {
  await restartThroughWorkingFolder();
  const config = readEnvironment();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config;
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  const secrets = await openSecrets(config).catch(asDataDirError(dataDir));
  await using database = await openDatabase({ databaseUrl, dataDir }, log).catch(asDataDirError(dataDir));
  if (redisUrl) await reachRedis(redisUrl).catch(asStartupError);
  const replacesPepper = process.argv.includes('--replace-pepper');
  const opening = openApp({ config, secrets: secrets.active, database, log, replacesPepper });
  await using app = await opening.catch(asPrivilegeError);
  await using _metrics = await openMetricsPort(config, app, log);
  await openPort(config, app, log);
  await dropPrivileges(config, database.runsAs, log).catch(asStartupError);
  if (config.ROLE !== 'api') await app.work();
  if (config.ROLE === 'worker') log.info({ url: app.kernel.ports.publicUrl() }, 'the worker is ready');
  else process.stdout.write(await greeting({ app, secrets, isTerminal: process.stdout.isTTY ?? false }));

  log.info({ signal: await stopped }, 'stopping after the requests in flight');
}
