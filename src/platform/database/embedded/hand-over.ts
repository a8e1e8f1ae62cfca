import { constants } from 'node:fs';
import { lchown, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import { clusterIn } from './cluster-paths.ts';
import type { NumberedAccount } from './placement/account.ts';
import type { Placement } from './placement/placement.ts';
import { runningServer, stopServer } from './programs/pg-ctl.ts';

interface Ids {
  uid: number;
  gid: number;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Gives a file, or a folder with its contents, to another account. Skips what doesn't belong to `from`. The folder itself is
 * first, so that `from` can't add anything to it meanwhile.
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
 * Meanwhile it belongs to root, so that the next start finishes the move if this one is interrupted.
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
