import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import {
  derivedAccount,
  type NumberedAccount,
  runsAsRoot,
} from '#platform/database/embedded/placement/account.ts';
import { blockedFolder } from '#platform/database/embedded/placement/placement.ts';
import { connectionConfig, withClient } from '#platform/database/pools.ts';

const project = join(import.meta.dirname, '../..');
/** The working folder, reachable without passing through its parent folders. */
const workingFolder = '/proc/self/cwd';

/**
 * In a folder that only root may enter, such as /root, the program can't load files after dropping root. On Linux it restarts
 * itself through /proc/self/cwd. This only works when started in its own folder. Does nothing for an ordinary user or a
 * readable folder.
 */
export async function restartThroughWorkingFolder(): Promise<void> {
  const isPossible = process.platform === 'linux' && process.cwd() === project && !process.channel;
  if (!runsAsRoot() || !isPossible) return;
  if (!(await blockedFolder(dirname(project), await unprivilegedAccount(project)))) return;
  const main = join(workingFolder, 'src/main.ts');
  const options = [...process.execArgv, '--preserve-symlinks', '--preserve-symlinks-main'];
  process.execve!(
    process.execPath,
    [process.execPath, ...options, main, ...process.argv.slice(2)],
    process.env,
  );
}

/** Drops root. Fails if the database then no longer lets us in. Does nothing for an ordinary user. */
export async function dropPrivileges(
  config: Config,
  account: NumberedAccount | null,
  log: Log,
): Promise<void> {
  const user = await dropRoot({ account, dataDir: config.DATA_DIR, log });
  if (user && config.DATABASE_URL !== '')
    await checkDatabaseAccess(config.DATABASE_DIRECT_URL || config.DATABASE_URL, user.name);
}

/** The server may have let in only root: by peer authentication, or through a socket in root's folder. */
const checkDatabaseAccess = (databaseUrl: string, name: string): Promise<void> =>
  withClient(connectionConfig(databaseUrl), async () => {}).catch((cause: Error) => {
    throw new Error(
      `Contactry drops root and runs as ${name}, but the database of DATABASE_URL refuses that user: ${cause.message}. ` +
        'Start Contactry as a user that the database accepts, or connect over TCP with a password.',
      { cause },
    );
  });

interface DropOptions {
  /** The account that runs the embedded server, or null to derive one from DATA_DIR. */
  account: NumberedAccount | null;
  dataDir: string;
  log: Log;
}

/**
 * Drops root for good, including its groups. Does nothing for an ordinary user. Call it once the ports are bound and everything
 * only root may read has been read. Returns the new account, or null if nothing changed.
 */
export async function dropRoot({ account, dataDir, log }: DropOptions): Promise<NumberedAccount | null> {
  if (!runsAsRoot()) return null;
  const user = account ?? (await unprivilegedAccount(dataDir));
  const blocked = await blockedFolder(import.meta.dirname, user);
  if (blocked) {
    log.warn(
      { blocked },
      `The service keeps running as root, because ${user.name} can't enter ${blocked}, where the program is. Move the program to a folder that others can read, or start it as an ordinary user`,
    );
    return null;
  }
  try {
    process.setgroups!([]);
    process.setgid!(user.gid);
    process.setuid!(user.uid);
  } catch (cause) {
    log.warn(
      { err: cause },
      `The service keeps running as root, because root may not switch to ${user.name} here. Start it as an ordinary user`,
    );
    return null;
  }
  if (canRegainRoot()) throw new Error('The process could become root again after dropping it, so it stops.');
  log.info({ uid: user.uid }, `Dropped root. The service now runs as ${user.name}`);
  return user;
}

const unprivilegedAccount = async (folder: string): Promise<NumberedAccount> =>
  derivedAccount(await realpath(folder).catch(() => resolve(folder)));

function canRegainRoot(): boolean {
  try {
    process.setuid!(0);
    return true;
  } catch {
    return runsAsRoot();
  }
}
