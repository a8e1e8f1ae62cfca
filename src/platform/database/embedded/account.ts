import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The operating-system account that runs the server. `uid` and `gid` are null when it is the caller's own. */
export interface Account {
  name: string;
  uid: number | null;
  gid: number | null;
}

export const runsAsRoot = () => process.getuid?.() === 0;

/**
 * The caller's own account. PostgreSQL's `initdb` and peer authentication look the name up in the passwd database,
 * so an account that is only a number can't run it.
 */
export function ownAccount(): Account {
  try {
    return { name: userInfo().username, uid: null, gid: null };
  } catch (cause) {
    throw new Error(
      `User id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL refuses to run under such an id. ` +
        'Add an entry, run Contactry as another user, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/** For root: the account with this uid, or `nobody` when no uid is given. */
export async function unprivilegedAccount(uid?: number): Promise<Account> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = entries.find(([name, , id]) => (uid === undefined ? name === 'nobody' : asId(id) === uid));
  if (entry) return { name: entry[0]!, uid: asId(entry[2]), gid: asId(entry[3]) };
  throw new Error(
    `PostgreSQL refuses to run as root, and /etc/passwd has no entry for ${uid === undefined ? '`nobody`' : `user id ${uid}`} ` +
      'to run it as. Run Contactry as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

// macOS writes the ids of `nobody` as -2.
const asId = (text: string | undefined) => Number(text) >>> 0;
