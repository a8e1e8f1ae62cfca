import { existsSync } from 'node:fs';
import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { openApp } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';
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
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const stopped = stopSignal();
  const { secrets, generated, file } = await openSecrets(config).catch(refuse);
  const where = { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR };
  await using database = await openDatabase(where, log).catch(refuse);
  await using app = await openApp({ config, secrets, database, log });
  const answers = config.ROLE !== 'worker';
  if (answers) {
    await app.server.listen({ host: config.HOST, port: config.PORT }).catch((cause) => {
      if (cause.code !== 'EADDRINUSE') throw cause;
      refuse(new Error(`Port ${config.PORT} is in use; set PORT to another.`));
    });
  }
  if (config.ROLE !== 'api') await app.work();
  if (answers) process.stdout.write(await greeting({ app, config, secrets, generated, file }));

  log.info({ signal: await stopped }, 'stopping: requests under way are answered first');
}

function refuse(cause: Error): never {
  throw new StartRefused(cause.message, { cause });
}
