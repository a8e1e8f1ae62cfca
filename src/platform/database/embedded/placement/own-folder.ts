import { constants } from 'node:fs';
import { chmod, open } from 'node:fs/promises';
import { makeFolder } from '#core/machine/make-folder.ts';
import type { Account } from './account.ts';

/** Creates a folder that only the server's account may enter. */
export async function ownFolder(path: string, account: Account): Promise<void> {
  await makeFolder(path);
  await give(path, account, 0o700);
}

/** Works on a file handle, so that nobody can redirect root with a link. */
export async function give(path: string, account: Account, mode: number): Promise<void> {
  if (account.uid === null) return chmod(path, mode);
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await file.chown(account.uid, account.gid ?? account.uid);
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}
