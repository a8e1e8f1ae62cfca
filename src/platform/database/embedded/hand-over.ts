import { constants } from 'node:fs';
import { lchown, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import type { NumberedAccount } from './account.ts';
import { clusterIn } from './cluster-paths.ts';
import { runningServer, stopServer } from './pg-ctl.ts';
import type { Placement } from './placement.ts';

interface Ids {
  uid: number;
  gid: number;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Gives a file, or a folder and what is in it, to another account; what is not `from`'s is left alone. A folder itself
 * goes first: from then on `from` can't put anything there.
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

/** By a handle, so that what was looked at is what is given. */
async function handOverOne(path: string, from: Ids, to: Ids): Promise<void> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if ((await file.stat()).uid === from.uid) await file.chown(to.uid, to.gid);
  } finally {
    await file.close();
  }
}

/**
 * A cluster of an account that is shared with other programs becomes the service's own, with its server stopped. While
 * it goes over it is root's, by which a start after a power cut knows that it has to be finished.
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
    `The database belonged to ${from.name}, as other programs do; it is ${account.name}'s now`,
  );
}
