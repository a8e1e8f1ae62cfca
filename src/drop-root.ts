import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { type NumberedAccount, runsAsRoot } from '#platform/database/embedded/account.ts';
import { derivedAccount } from '#platform/database/embedded/derived-account.ts';
import { blockedFolder } from '#platform/database/embedded/placement.ts';
import { connectionConfig } from '#platform/database/pools.ts';

const project = join(import.meta.dirname, '..');
/** The working folder, by a way that doesn't pass the folders above it. */
const workingFolder = '/proc/self/cwd';

/**
 * Under a folder that only root may enter, as /root is, the service could load nothing any more once root is given up.
 * Linux has another way to the working folder, so the program is executed once more by that. Only when it is started in
 * its own folder; without effect for an ordinary user and where others may enter.
 */
export async function executeWhereReadable(): Promise<void> {
  const canBeDone = process.platform === 'linux' && process.cwd() === project && !process.channel;
  if (!runsAsRoot() || !canBeDone) return;
  if (!(await blockedFolder(dirname(project), await accountLeft(project)))) return;
  const main = join(workingFolder, 'src/main.ts');
  const options = [...process.execArgv, '--preserve-symlinks', '--preserve-symlinks-main'];
  process.execve!(
    process.execPath,
    [process.execPath, ...options, main, ...process.argv.slice(2)],
    process.env,
  );
}

/** Gives root up, and fails where the database lets in root alone. Without effect for an ordinary user. */
export async function giveRootUp(config: Config, account: NumberedAccount | null, log: Log): Promise<void> {
  const left = await dropRoot({ account, dataDir: config.DATA_DIR, log });
  if (left && config.DATABASE_URL !== '') await reachAgain(config.DATABASE_URL, left.name);
}

/** A server that knows users by what the operating system says, or a socket in root's folder, may have let in root alone. */
async function reachAgain(databaseUrl: string, name: string): Promise<void> {
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

export interface DropOptions {
  /** Whoever runs the embedded server, or null for an id that follows from DATA_DIR. */
  account: NumberedAccount | null;
  dataDir: string;
  log: Log;
}

/**
 * Gives root up for good, groups included; without effect for an ordinary user. Call it when the ports are bound and what
 * only root may read has been read. Resolves to the account that is left, null when root was not given up.
 */
export async function dropRoot({ account, dataDir, log }: DropOptions): Promise<NumberedAccount | null> {
  if (!runsAsRoot()) return null;
  const left = account ?? (await accountLeft(dataDir));
  const blocked = await blockedFolder(import.meta.dirname, left);
  if (blocked) {
    log.warn(
      { blocked },
      `The service stays root: ${left.name} can't enter ${blocked}, where the program is. Move it to where others may read it, or start it as an ordinary user`,
    );
    return null;
  }
  try {
    process.setgroups!([]);
    process.setgid!(left.gid);
    process.setuid!(left.uid);
  } catch (cause) {
    log.warn(
      { err: cause },
      `The service stays root, which may not become ${left.name} here: start it as an ordinary user`,
    );
    return null;
  }
  if (canReturn()) throw new Error('Root was given up and can be had again: the service does not go on so.');
  log.info({ uid: left.uid }, `Root is given up: the service goes on as ${left.name}`);
  return left;
}

const accountLeft = async (folder: string): Promise<NumberedAccount> =>
  derivedAccount(await realpath(folder).catch(() => resolve(folder)));

function canReturn(): boolean {
  try {
    process.setuid!(0);
    return true;
  } catch {
    return runsAsRoot();
  }
}
