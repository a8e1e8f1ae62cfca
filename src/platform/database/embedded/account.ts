import { readdir, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The operating-system account that runs the server. `uid` and `gid` are null when it is the caller's own. */
export interface Account {
  name: string;
  uid: number | null;
  gid: number | null;
  /** Whether the machine knows a name for the uid. */
  isNamed: boolean;
}

/** An account with numbers of its own. */
export type NumberedAccount = Account & { uid: number; gid: number };

export const numbered = ({ uid, gid, ...others }: Account): NumberedAccount | null =>
  uid === null ? null : { ...others, uid, gid: gid ?? uid };

export const runsAsRoot = () => process.getuid?.() === 0;

/** The caller's own account. `initdb` looks the name up in the passwd database, so an account that is only a number can't run it. */
export function ownAccount(): Account {
  try {
    return { name: userInfo().username, uid: null, gid: null, isNamed: true };
  } catch (cause) {
    throw new Error(
      `User id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL refuses to run under such an id. ` +
        'Add an entry, run Contactry as another user, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/** For root: the account that owns a cluster already, whether or not it has a name. */
export async function accountOf(owner: { uid: number; gid: number }): Promise<NumberedAccount> {
  const named = (await passwdEntries()).find(({ uid }) => uid === owner.uid);
  return named ?? { ...owner, name: `user id ${owner.uid}`, isNamed: false };
}

const shared = 'nobody';

/** As which PostgreSQL was run once: other programs of the machine run as it too, and each would be its superuser. */
export const isShared = ({ name }: Account): boolean => name === shared;

export async function sharedAccount(): Promise<NumberedAccount> {
  const found = (await passwdEntries()).find(isShared);
  if (!found) throw new Error(`/etc/passwd has no entry for \`${shared}\``);
  return found;
}

/**
 * For root, as which PostgreSQL does not run: it asks for a name only to make a cluster. An account that runs nothing
 * lends its own, so that no program of the same account can reach into the making.
 */
export async function accountThatRunsNothing(): Promise<NumberedAccount> {
  const systemAccounts = (await passwdEntries()).filter(
    (account) => isShared(account) || (account.uid > 0 && account.uid < 1000),
  );
  const busy = await busyUids();
  // `nobody` first: the others have files of their own.
  const [found] = systemAccounts
    .filter(({ uid }) => !busy.has(uid))
    .sort((one, other) => Number(isShared(other)) - Number(isShared(one)));
  if (found) return found;
  throw new Error(
    'PostgreSQL refuses to run as root, and every system account in /etc/passwd that could make the database is in use. ' +
      'Run Contactry as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

async function passwdEntries(): Promise<NumberedAccount[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return lines
    .filter(([name, , uid, gid]) => name && !name.startsWith('#') && uid && gid)
    .map(([name, , uid, gid]) => ({ name: name!, uid: asId(uid), gid: asId(gid), isNamed: true }));
}

// macOS writes the ids of `nobody` as -2.
const asId = (text: string | undefined) => Number(text) >>> 0;

/** Under which some process runs now. Empty where there is no /proc. */
async function busyUids(): Promise<Set<number>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  return new Set(
    statuses.flatMap((status) => /^Uid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).map(Number) ?? []),
  );
}
