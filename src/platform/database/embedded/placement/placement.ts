import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Log } from '#core/context.ts';
import { makeFolder } from '#core/machine/make-folder.ts';
import { type Binaries, copyBinaries, installedBinaries, probe } from '../programs/binaries.ts';
import {
  type Account,
  accountOf,
  derivedAccount,
  isShared,
  type NumberedAccount,
  ownAccount,
  runsAsRoot,
  sharedAccount,
} from './account.ts';

/** Where a cluster is and who runs it. This process owns the home folder; the account owns only what the server writes. */
export interface Placement {
  home: string;
  account: Account;
  binaries: Binaries;
  /** For example `18.4`. */
  version: string;
  /** The shared account that still owns the cluster. The server's own account takes it over. */
  formerOwner?: NumberedAccount | undefined;
}

/** Uses DATA_DIR, unless root starts the service and the server's account can't enter DATA_DIR. */
export async function place(
  dataDir: string,
  rootsHomes: string,
  log: Log,
  installed?: Binaries,
): Promise<Placement> {
  const binaries = installed ?? (await installedBinaries());
  const dataRoot = resolve(dataDir);
  if ((await makeFolder(dataRoot)) && runsAsRoot()) await chmod(dataRoot, 0o711);

  const wanted = join(dataRoot, 'postgresql');
  if (!runsAsRoot()) {
    await makeFolder(wanted);
    return runnable({ home: await realpath(wanted), account: ownAccount(), binaries }, log);
  }
  const derived = await derivedAccount(await realpath(dataRoot));
  const home = (await existingHome(wanted, log)) ?? (await newHome(wanted, derived, rootsHomes, log));
  const owner = await ownerOf(home);
  const formerOwner = owner && isShared(owner) ? owner : undefined;
  const account = owner && !formerOwner ? owner : derived;
  const blocked = await blockedFolder(home, account);
  if (blocked)
    throw new Error(
      `PostgreSQL runs as ${account.name}, which can't enter ${home}. Run: chmod o+x ${blocked}`,
    );
  return runnable({ home, account, binaries, formerOwner }, log);
}

async function existingHome(wanted: string, log: Log): Promise<string | null> {
  const found = await lstat(wanted).catch(() => null);
  if (!found?.isSymbolicLink()) return found && realpath(wanted);
  const home = await realpath(wanted).catch((cause) => {
    throw new Error(
      `${wanted} links to a database folder that no longer exists. Restore the folder or remove the link.`,
      { cause },
    );
  });
  log.info({ home }, `The database is in ${home}, which ${wanted} links to`);
  return home;
}

/** Leaves a link in DATA_DIR, so that the cluster is found even after DATA_DIR moves. */
async function newHome(wanted: string, account: Account, rootsHomes: string, log: Log): Promise<string> {
  const blocked = await blockedFolder(dirname(wanted), account);
  if (blocked === null) {
    await makeFolder(wanted);
    await chmod(wanted, 0o755);
    return realpath(wanted);
  }
  // Whatever the umask, the server's account must be able to enter.
  if (await makeFolder(rootsHomes)) await chmod(rootsHomes, 0o755);
  const home = join(rootsHomes, `${basename(dirname(wanted))}-${randomBytes(4).toString('hex')}`);
  await mkdir(home);
  await chmod(home, 0o755);
  await symlink(home, wanted);
  log.info(
    { home, blocked },
    `PostgreSQL does not run as root, and its own account can't enter ${blocked}. The database is in ${home}`,
  );
  return home;
}

/** A cluster keeps its account, even if another user starts it. One that belongs to root is being taken over. */
async function ownerOf(home: string): Promise<NumberedAccount | null> {
  const cluster = await stat(join(home, 'cluster')).catch(() => null);
  if (cluster === null) return null;
  return cluster.uid === 0 ? sharedAccount() : accountOf(cluster);
}

async function runnable(placement: Omit<Placement, 'version'>, log: Log): Promise<Placement> {
  const { home, account, binaries } = placement;
  if (binaries.bin)
    log.info({ bin: binaries.bin }, "The embedded database runs on this machine's PostgreSQL");
  try {
    return { ...placement, version: await probe(binaries, account, home) };
  } catch (cause) {
    if (account.uid === null || binaries.packageVersion === null) throw unusable(cause);
  }
  const copy = await copyBinaries(binaries, home);
  log.info({ folder: copy.folder }, `${account.name} can't run PostgreSQL from node_modules. Using a copy`);
  const version = await probe(copy, account, home).catch((cause) => Promise.reject(unusable(cause)));
  return { ...placement, binaries: copy, version };
}

function unusable(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The embedded PostgreSQL can't run on this machine: ${reason}. ` +
      'It needs glibc (not musl). Started as root, it also needs permission to switch to another user. ' +
      'Otherwise set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer.',
    { cause },
  );
}

/** The topmost folder of `path` that the account can't enter, judged by permission bits. */
export async function blockedFolder(path: string, account: Account): Promise<string | null> {
  const above = dirname(path);
  const blocked = above === path ? null : await blockedFolder(above, account);
  if (blocked) return blocked;
  const { mode, uid, gid } = await stat(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return mode & bit ? null : path;
}

export const clusterIn = (home: string) => join(home, 'cluster');
export const passwordFileIn = (cluster: string) => join(cluster, 'contactry.password');

export const readPassword = async (home: string): Promise<string> =>
  (await readFile(passwordFileIn(clusterIn(home)), 'utf8')).trim();
