import { constants } from 'node:fs';
import { chmod, chown, copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn } from '#platform/database/embedded/cluster-paths.ts';
import { handOver } from '#platform/database/embedded/hand-over.ts';
import { numbered, runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import type { Placement } from '#platform/database/embedded/placement/placement.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { manifestName, ownFolderName } from './backup-facts.ts';
import { checkFiles } from './check-files.ts';
import { unpack } from './read-archive.ts';

/** Unpacks and checks a backup in a folder of its own. The server's account owns what it will need. */
export async function unpackInto(
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
export async function settle(workshop: string, { home }: Placement, dataDir: string): Promise<void> {
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
