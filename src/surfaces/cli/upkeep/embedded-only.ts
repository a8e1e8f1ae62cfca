import { CommandFailed, exitCodes } from '../command-failed.ts';
import { serviceEnvironment } from '../connection/local-settings.ts';
import { printable } from '../terminal.ts';

/** Where the service in this folder has its database. Refuses a service with a PostgreSQL of its own. */
export function embeddedPlace(tool: 'pg_dump' | 'pg_restore'): {
  dataDir: string;
  postgresBin?: string | undefined;
} {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, POSTGRES_BIN: postgresBin } = serviceEnvironment();
  if (!databaseUrl?.trim()) return { dataDir, postgresBin };
  throw new CommandFailed(
    `DATABASE_URL is set, so the database is a server of your own. Use ${tool}, as docs/guide/backup.md shows.`,
  );
}

/** Ends with Ctrl-C or a polite kill, so that no half file stays. */
export function interruption(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
  return stopped.signal;
}

const toErrors = (_: object, message: string) => void process.stderr.write(`  ${printable(message)}\n`);

/** Warnings and errors of the service's parts go to standard error. */
export const terminalLog = { debug() {}, info() {}, warn: toErrors, error: toErrors };

/** For a promise's `catch`: the error as a sentence, or that the user stopped the command. */
export const asSentence =
  (signal: AbortSignal, stopped: string) =>
  (error: Error): never => {
    if (signal.aborted) throw new CommandFailed(stopped, exitCodes.interrupted);
    if (error instanceof CommandFailed) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'EACCES' || code === 'EPERM' ? ' Run the command as the user who runs the service.' : '';
    throw new CommandFailed(`${error.message}.${remedy}`.replace('..', '.'));
  };
