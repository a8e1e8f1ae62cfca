import { sqlState } from '#core/database/sqlstate.ts';
import { MigrationRefused } from '#platform/database/outstanding.ts';
import { OwnAddressesUnknown } from '#platform/outgoing/addresses/public-address.ts';

/** Startup failed for a reason the operator can fix. Its message is printed without a stack trace. */
export class StartupError extends Error {}

/** For a promise's `catch`: the operator can fix the error, and its message says how. */
export function asStartupError(cause: Error): never {
  throw new StartupError(cause.message, { cause });
}

/** Like `asStartupError`, with a better message if DATA_DIR isn't writable. */
export const asDataDirError =
  (dataDir: string) =>
  (cause: Error): never => {
    throw new StartupError(explainDataDirError(cause, dataDir) ?? cause.message, { cause });
  };

/** Null if the error isn't about a file in DATA_DIR. */
function explainDataDirError(error: NodeJS.ErrnoException, dataDir: string): string | null {
  const { code = '', path, syscall } = error;
  const why = code === 'ENOENT' && syscall !== 'mkdir' ? null : reasons[code];
  if (!why || !path || !isNear(path, dataDir)) return null;
  return `DATA_DIR is ${dataDir}, ${why}`;
}

/** The folder that can't be created may be a parent of DATA_DIR. */
const isNear = (path: string, dataDir: string) => path.startsWith(dataDir) || dataDir.startsWith(path);

const anotherOwner =
  'but the user that runs this process may not write there, perhaps because root started Contactry earlier. ' +
  'Make that user the owner of the folder (chown), or set DATA_DIR to another folder.';
const anotherFile = 'but a file is in the way. Set DATA_DIR to a folder.';

const reasons: Readonly<Record<string, string>> = {
  EACCES: anotherOwner,
  EPERM: anotherOwner,
  EROFS: 'which is on a read-only file system. Set DATA_DIR to a writable folder.',
  ENOSPC: 'but its disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
  EDQUOT: "but this user's disk quota is used up. Free some space, or set DATA_DIR to another folder.",
  ENOENT: "which can't be created. Create the folder, or set DATA_DIR to another one.",
  ENOTDIR: anotherFile,
  EEXIST: anotherFile,
};

const insufficientPrivilege = '42501';

/**
 * For a database without space or that takes no writes, of another release, or of a user without the right to create tables or
 * schemas, and for a machine that hides its addresses. Rethrows any other error.
 */
export function asOpeningError(cause: Error & { code?: string }): never {
  if (cause.code === sqlState.diskFull) {
    throw new StartupError('The disk of the database is full. Free some space, then start again.', { cause });
  }
  if (cause.code === sqlState.readOnlyTransaction)
    throw new StartupError(
      `The database takes no writes: ${cause.message}. DATABASE_URL must lead to the primary, in which default_transaction_read_only is off.`,
      { cause },
    );
  if (cause instanceof MigrationRefused || cause instanceof OwnAddressesUnknown)
    throw new StartupError(cause.message, { cause });
  if (cause.code !== insufficientPrivilege) throw cause;
  throw new StartupError(
    `The user of DATABASE_URL may not create the tables that Contactry needs: ${cause.message}. ` +
      'Make that user the owner of the database (alter database … owner to …).',
    { cause },
  );
}
