import { StartRefused } from './start-refused.ts';

/** For a promise's `catch`: what failed is a fault that the operator can mend, and its message says how. */
export function refuse(cause: Error): never {
  throw new StartRefused(cause.message, { cause });
}

/** As `refuse`, with words of its own where DATA_DIR can't be written. */
export const refuseFolder =
  (dataDir: string) =>
  (cause: Error): never => {
    throw new StartRefused(dataDirRefusal(cause, dataDir) ?? cause.message, { cause });
  };

/** Null for an error that is not about a file in DATA_DIR. */
function dataDirRefusal(error: NodeJS.ErrnoException, dataDir: string): string | null {
  const { code = '', path, syscall } = error;
  const why = code === 'ENOENT' && syscall !== 'mkdir' ? null : reasons[code];
  if (!why || !path || !isNear(path, dataDir)) return null;
  return `DATA_DIR is ${dataDir}, ${why}`;
}

/** A folder above it may be what can't be made. */
const isNear = (path: string, dataDir: string) => path.startsWith(dataDir) || dataDir.startsWith(path);

const anotherOwner =
  'where the user that runs this process may not write, perhaps because root started Contactry before. ' +
  'Give the folder to that user (chown), or set DATA_DIR to another folder.';
const anotherFile = 'and there is a file where a folder should be. Set DATA_DIR to a folder.';

const reasons: Readonly<Record<string, string>> = {
  EACCES: anotherOwner,
  EPERM: anotherOwner,
  EROFS: 'which is on a read-only file system. Set DATA_DIR to a folder that can be written.',
  ENOSPC: 'whose disk is full. Make room, or set DATA_DIR to a folder on another disk.',
  EDQUOT: "whose disk has no room left for this user's files. Make room, or set DATA_DIR to another folder.",
  ENOENT: "which can't be made. Make the folder, or set DATA_DIR to another one.",
  ENOTDIR: anotherFile,
  EEXIST: anotherFile,
};

const insufficientPrivilege = '42501';

/** The database's user may not make tables or schemas; any other error is thrown as it is. */
export function refuseGrants(cause: Error & { code?: string }): never {
  if (cause.code !== insufficientPrivilege) throw cause;
  throw new StartRefused(
    `The user of DATABASE_URL may not make the tables that Contactry needs: ${cause.message}. ` +
      'Make that user the owner of the database (alter database … owner to …).',
    { cause },
  );
}
