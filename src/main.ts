import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { reachRedis } from '#platform/rate-limit/reach-redis.ts';
import { openApp } from './app.ts';
import { executeWhereReadable, giveRootUp } from './drop-root.ts';
import { greeting } from './greeting.ts';
import { openMetricsPort, openPort } from './open-ports.ts';
import { readEnvironment } from './read-environment.ts';
import { openSecrets } from './secrets.ts';
import { refuse, refuseFolder, refuseGrants } from './start-refusals.ts';
import { StartRefused } from './start-refused.ts';
import { stopSignal } from './stop-signal.ts';

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof StartRefused ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

/** Runs until a signal stops it. However it ends, what was opened is closed: the app first, then its database. */
async function serve(): Promise<void> {
  await executeWhereReadable();
  const config = readEnvironment();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config;
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  const secrets = await openSecrets(config).catch(refuseFolder(dataDir));
  await using database = await openDatabase({ databaseUrl, dataDir }, log).catch(refuseFolder(dataDir));
  if (redisUrl) await reachRedis(redisUrl).catch(refuse);
  const replacesPepper = process.argv.includes('--replace-pepper');
  const opening = openApp({ config, secrets: secrets.inForce, database, log, replacesPepper });
  await using app = await opening.catch(refuseGrants);
  await using _metrics = await openMetricsPort(config, app, log);
  await openPort(config, app, log);
  await giveRootUp(config, database.runsAs, log).catch(refuse);
  if (config.ROLE !== 'api') await app.work();
  if (config.ROLE === 'worker') log.info({ url: app.kernel.ports.publicUrl() }, 'the worker is ready');
  else process.stdout.write(await greeting({ app, secrets, isTerminal: process.stdout.isTTY ?? false }));

  log.info({ signal: await stopped }, 'stopping: requests under way are answered first');
}
