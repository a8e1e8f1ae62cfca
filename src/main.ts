import { openDatabase } from '#platform/database/open-database.ts';
import { openLog } from '#platform/log/open-log.ts';
import { openApp } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { greeting } from './greeting.ts';
import { openSecrets } from './secrets.ts';

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

try {
  await serve();
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigurationError ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const { secrets, generated, file } = await openSecrets(config);
  const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR }, log);
  const app = await openApp({ config, secrets, database, log });
  const answers = config.ROLE !== 'worker';
  if (answers) await app.server.listen({ host: config.HOST, port: config.PORT });
  if (config.ROLE !== 'api') await app.work();
  if (answers) process.stdout.write(await greeting({ app, config, secrets, generated, file }));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping: requests under way are answered first');
    await app.close();
    await database.close();
  };
  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}
