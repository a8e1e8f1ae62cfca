import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { reachRedis } from '#platform/rate-limit/reach-redis.ts';
import { openApp } from './app.ts';
import { executeWhereReadable, giveRootUp } from './drop-root.ts';
import { exitAfter, startGivenUpMs, stopMsMax } from './exit-deadline.ts';
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
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  await using stack = new AsyncDisposableStack();
  const started = start(config, log, stack);
  const early = await Promise.race([started, stopped]);
  if (early) {
    exitAfter(startGivenUpMs, 0, log);
    log.info({ signal: early }, 'stopping: the start is given up');
    return started;
  }
  const signal = await stopped;
  exitAfter(stopMsMax, 1, log);
  log.info({ signal }, 'stopping: requests under way are answered first');
}

async function start(config: Config, log: Log, stack: AsyncDisposableStack): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config;
  const secrets = await openSecrets(config).catch(refuseFolder(dataDir));
  const opened = await openDatabase({ databaseUrl, dataDir }, log).catch(refuseFolder(dataDir));
  const database = stack.use(opened);
  if (redisUrl) await reachRedis(redisUrl).catch(refuse);
  const replacesPepper = process.argv.includes('--replace-pepper');
  const opening = openApp({ config, secrets: secrets.inForce, database, log, replacesPepper });
  const app = stack.use(await opening.catch(refuseGrants));
  stack.use(await openMetricsPort(config, app, log));
  const answers = config.ROLE !== 'worker';
  if (answers) await openPort(config, app, log);
  await giveRootUp(config, database.runsAs, log).catch(refuse);
  if (config.ROLE !== 'api') await app.work();
  if (answers)
    process.stdout.write(await greeting({ app, secrets, isTerminal: process.stdout.isTTY ?? false }));
}
