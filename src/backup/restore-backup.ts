import { constants } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import { handOver, isGone } from '#platform/database/embedded/cluster.ts';
import { numbered, runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { clusterIn, type Placement, place } from '#platform/database/embedded/placement/placement.ts';
import { chooseBinaries } from '#platform/database/embedded/programs/binaries.ts';
import { rootsHomesDefault } from '#platform/database/embedded/start-embedded-postgres.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { type BackupFacts, manifestName, ownFolderName, refuseForeign } from './backup-facts.ts';
import { type Checked, checkRestored } from './check-restored.ts';
import { checkFiles, readFacts, unpack } from './read-archive.ts';

interface RestoreOptions {
  dataDir: string;
  postgresBin?: string | undefined;
  file: string;
  signal: AbortSignal;
  log: Log;
}

interface Restored extends Checked {
  facts: BackupFacts;
}

/** Brings a backup back into an empty DATA_DIR, and starts the database once to check it. */
export async function restoreBackup({
  dataDir,
  postgresBin,
  file,
  signal,
  log,
}: RestoreOptions): Promise<Restored> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} can't be read (${error.code}).`);
  });
  if (!found.isFile()) throw new CommandFailed(`${file} is not a file.`);
  await refuseOccupied(dataDir);
  const facts = await readFacts(file);
  const placement = await place(dataDir, rootsHomesDefault, log, await chooseBinaries({ postgresBin }));
  await refuseForeign(facts, placement.version);
  const workshop = join(placement.home, `restored.${process.pid}.unfinished`);
  try {
    await unpackInto(workshop, placement, { file, signal });
    await settle(workshop, placement, dataDir);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new CommandFailed(`The disk of ${placement.home} is full. Nothing was restored.`)
      : error;
  } finally {
    await rm(workshop, { recursive: true, force: true, maxRetries: 5 });
  }
  return { facts, ...(await checkRestored({ dataDir, postgresBin }, facts.made_at, log)) };
}

/** A restore mixes with nothing. Only what an interrupted one left in `postgresql` is no hindrance. */
async function refuseOccupied(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir);
  const inHome = names.includes('postgresql') ? await namesIn(join(dataDir, 'postgresql')) : [];
  const isLeftover = (name: string) => {
    if (name.startsWith('binaries-')) return true;
    const pid = /^restored\.(\d+)\.unfinished$/.exec(name)?.[1];
    return pid !== undefined && isGone(Number(pid));
  };
  const others = [
    ...names.filter((name) => name !== 'postgresql'),
    ...inHome.filter((name) => !isLeftover(name)),
  ];
  if (others.length === 0) {
    for (const name of inHome) await rm(join(dataDir, 'postgresql', name), { recursive: true, force: true });
    return;
  }
  throw new CommandFailed(
    `DATA_DIR is ${dataDir}, which is not empty (${others.slice(0, 3).join(', ')}). ` +
      'Stop the service and move that folder away, or set DATA_DIR to an empty one.',
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandFailed(`${folder} can't be read (${error.code}).`);
  });
}

/** Unpacks and checks a backup in a folder of its own. The server's account owns what it will need. */
async function unpackInto(
  workshop: string,
  placement: Placement,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<void> {
  await mkdir(workshop, { mode: 0o700 });
  const unpacked = join(workshop, 'cluster');
  await mkdir(unpacked, { mode: 0o700 });
  await unpack(file, unpacked, signal);
  await rename(join(unpacked, ownFolderName), join(workshop, ownFolderName)).catch(() => {
    throw new CommandFailed('The backup is incomplete. Use another backup.');
  });
  await checkFiles(unpacked, join(workshop, manifestName));
  const server = numbered(placement.account);
  if (server) await handOver(unpacked, { uid: process.getuid!(), gid: process.getgid!() }, server);
}

/** The cluster comes last: a restore that is killed before leaves no database that a start could take for whole. */
async function settle(workshop: string, { home }: Placement, dataDir: string): Promise<void> {
  const own = (name: string) => join(workshop, ownFolderName, name);
  const secrets = join(dataDir, 'secrets.json');
  if ((await copied(own('secrets.json'), secrets)) && runsAsRoot()) {
    const { uid, gid } = await stat(dataDir);
    await chown(secrets, uid, gid);
  }
  if (await copied(own('local.conf'), join(home, 'local.conf'))) await chmod(join(home, 'local.conf'), 0o644);
  await rename(join(workshop, 'cluster'), clusterIn(home));
}

/** DATA_DIR and the database may be on two disks. False if the backup doesn't have the file. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
