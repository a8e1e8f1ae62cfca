import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import {
  type Account,
  accountThatRunsNothing,
  give,
  type NumberedAccount,
  ownFolder,
  runsAsRoot,
} from './placement/account.ts';
import { clusterIn, type Placement, passwordFileIn } from './placement/placement.ts';
import { program } from './programs/binaries.ts';
import { runningServer, stopServer } from './programs/pg-ctl.ts';
import { programFailure, runProgram } from './programs/run-program.ts';

/** Creates the cluster if none exists. Refuses one of another major version. Returns true if it created one. */
export async function ensureCluster(placement: Placement, options: { durable: boolean }): Promise<boolean> {
  const cluster = clusterIn(placement.home);
  await removeUnfinished(placement.home);
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause) => {
    if (cause.code === 'ENOENT') return null;
    throw unreadable(cluster, cause);
  });
  if (made === null) {
    await makeCluster(placement, options.durable);
    return true;
  }
  const ours = placement.version.split('.')[0];
  if (made.trim() !== ours) {
    throw new Error(
      `The database in ${cluster} was created by PostgreSQL ${made.trim()}, but this release runs ${ours}. ` +
        `Dump it with the release that created it and load the dump here, or set DATABASE_URL to a PostgreSQL ${made.trim()} server.`,
    );
  }
  return false;
}

function unreadable(cluster: string, cause: unknown): Error {
  if (runsAsRoot()) return new Error(`The database in ${cluster} can't be read`, { cause });
  return new Error(
    `The database in ${cluster} belongs to another user, perhaps because root started it before. ` +
      'Start Contactry as that user, or choose another DATA_DIR.',
    { cause },
  );
}

/** Builds the cluster in a temporary folder and then renames it, so that a killed `initdb` leaves no partial cluster. */
async function makeCluster({ home, account, binaries }: Placement, durable: boolean): Promise<void> {
  const workshop = join(home, `cluster.${process.pid}.unfinished`);
  const unfinished = join(workshop, 'cluster');
  const password = join(workshop, 'password');
  const maker = await makerFor(account);
  await mkdir(workshop, { mode: 0o700 });
  await openTo(workshop, maker);
  await ownFolder(unfinished, maker);
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  await give(password, maker, 0o600);

  const args = ['-D', unfinished, '-U', 'postgres', '--pwfile', password, '-E', 'UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth=reject', '--no-instructions');
  if (!durable) args.push('--no-sync');
  const { code, output } = await runProgram(program(binaries, 'initdb'), args, maker, home);
  if (code !== 0) {
    await removeUnfinished(home);
    throw programFailure('initdb failed', home, output);
  }
  await rename(password, passwordFileIn(unfinished));
  if (maker !== account) await handOver(unfinished, idsOf(maker), idsOf(account));
  await rename(unfinished, clusterIn(home)).catch((cause) => {
    // Another process was faster. Use its cluster.
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST' && cause.code !== 'EPERM') throw cause;
  });
  await rm(workshop, { recursive: true, force: true });
  if (durable && process.platform !== 'win32') await syncFolder(home);
}

/** An account without a name can run a server but not `initdb`. Another account in the owner's group then creates the cluster. */
async function makerFor(account: Account): Promise<Account> {
  if (account.uid === null || account.isNamed) return account;
  return { ...(await accountThatRunsNothing()), gid: account.gid };
}

/** Lets the maker in through the owner's group. Others with the maker's uid stay out. */
async function openTo(workshop: string, maker: Account): Promise<void> {
  if (maker.uid === null) return;
  await chown(workshop, 0, maker.gid ?? maker.uid);
  await chmod(workshop, 0o710);
}

const idsOf = ({ uid, gid }: Account) => ({ uid: uid!, gid: gid! });

/** Removes what killed starts left behind. Leaves the folders of processes that are still running. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid && isGone(Number(pid))) {
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

/**
 * Whether the process that left something under its number has ended. A container gives each of its processes the same small
 * number, so what has ours is of an earlier one.
 */
export const isGone = (pid: number): boolean => pid === process.pid || !isAlive(pid);

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync();
  await folder.close();
}

interface Ids {
  uid: number;
  gid: number;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Gives a file, or a folder with its contents, to another account. Skips what doesn't belong to `from`. The folder itself is
 * first, so that `from` can't add anything to it.
 */
export async function handOver(path: string, from: Ids, to: Ids): Promise<void> {
  const found = await lstat(path);
  if (found.uid !== from.uid) return;
  if (found.isSymbolicLink()) return lchown(path, to.uid, to.gid);
  if (!found.isDirectory() && !found.isFile()) return;
  await handOverOne(path, from, to);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await handOver(join(path, name), from, to);
}

/** Works on a file handle, so that what was checked is what changes hands. */
async function handOverOne(path: string, from: Ids, to: Ids): Promise<void> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if ((await file.stat()).uid === from.uid) await file.chown(to.uid, to.gid);
  } finally {
    await file.close();
  }
}

/**
 * Moves a cluster from an account shared with other programs to the service's own account. The server must be stopped.
 * During the move it belongs to root, so that the next start finishes the move if this one is interrupted.
 */
export async function takeOver(placement: Placement, from: NumberedAccount, log: Log): Promise<void> {
  const { home, account } = placement;
  const former: Placement = { ...placement, account: from };
  if (await runningServer(former)) await stopServer(former, 'fast');
  const to = { uid: account.uid!, gid: account.gid! };
  for (const name of ['run', 'log']) {
    await handOver(join(home, name), from, to).catch((cause) => {
      if (cause.code !== 'ENOENT') throw cause;
    });
  }
  const cluster = clusterIn(home);
  await lchown(cluster, 0, 0);
  for (const name of await readdir(cluster)) await handOver(join(cluster, name), from, to);
  await lchown(cluster, to.uid, to.gid);
  log.info(
    { home },
    `The database belonged to ${from.name}, which other programs run as too. It now belongs to ${account.name}`,
  );
}
