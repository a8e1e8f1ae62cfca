import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, open, readdir, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { makeFolder } from '#core/machine/make-folder.ts';

/** The operating-system account that runs the server. `uid` and `gid` are null if it is the account of this process. */
export interface Account {
  name: string;
  uid: number | null;
  gid: number | null;
  /** Whether /etc/passwd has a name for the uid. */
  isNamed: boolean;
}

/** An account with an explicit uid and gid. */
export type NumberedAccount = Account & { uid: number; gid: number };

export const numbered = ({ uid, gid, ...others }: Account): NumberedAccount | null =>
  uid === null ? null : { ...others, uid, gid: gid ?? uid };

export const runsAsRoot = () => process.getuid?.() === 0;

/** The account of this process. `initdb` looks up its name, so a uid without a passwd entry can't run it. */
export function ownAccount(): Account {
  try {
    return { name: userInfo().username, uid: null, gid: null, isNamed: true };
  } catch (cause) {
    throw new Error(
      `User id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL does not run without one. ` +
        'Add an entry, run Contactry as another user, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/** As root: the account that already owns a cluster, with or without a name. */
export async function accountOf(owner: { uid: number; gid: number }): Promise<NumberedAccount> {
  const named = (await passwdEntries()).find(({ uid }) => uid === owner.uid);
  return named ?? { ...owner, name: `user id ${owner.uid}`, isNamed: false };
}

const shared = 'nobody';

/** `nobody`, which earlier releases ran PostgreSQL as. Other programs use it too, and each could take over the server. */
export const isShared = ({ name }: Account): boolean => name === shared;

export async function sharedAccount(): Promise<NumberedAccount> {
  const found = (await passwdEntries()).find(isShared);
  if (!found) throw new Error(`/etc/passwd has no entry for \`${shared}\``);
  return found;
}

/**
 * As root: an account to run `initdb` as, which needs a name. PostgreSQL itself doesn't run as root. An account without any
 * running process keeps other programs of the same account out of the new cluster.
 */
export async function accountThatRunsNothing(): Promise<NumberedAccount> {
  const systemAccounts = (await passwdEntries()).filter(
    (account) => isShared(account) || (account.uid > 0 && account.uid < 1000),
  );
  const busy = await busyUids();
  // Prefer `nobody`: other system accounts own files.
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

// macOS lists the ids of `nobody` as -2.
const asId = (text: string | undefined) => Number(text) >>> 0;

/** The uids that some process runs as now. Empty without /proc. */
async function busyUids(): Promise<Set<number>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  return new Set(
    statuses.flatMap((status) => /^Uid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).map(Number) ?? []),
  );
}

/** Creates a folder that only the server's account may enter. */
export async function ownFolder(path: string, account: Account): Promise<void> {
  await makeFolder(path);
  await give(path, account, 0o700);
}

/** Works on a file handle, so that no link can redirect root. */
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

interface Range {
  first: number;
  count: number;
}

/** Above the ids that distributions, directory services and containers assign (docs/decisions/embedded-postgresql.md). */
const high: Range = { first: 0x7800_0000, count: 0x0400_0000 };
/** For containers that map only 65,536 ids: the upper half of the range for user accounts. */
const low: Range = { first: 30_000, count: 30_000 };

/** An unused uid, with a gid of the same number, derived from the folder's path. */
export async function derivedAccount(folder: string): Promise<NumberedAccount> {
  const files = await Promise.all(
    ['/etc/passwd', '/etc/group', '/proc/self/uid_map', '/proc/self/gid_map'].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  );
  const [passwd, group, uidMap, gidMap] = files as [string, string, string, string];
  const uid = deriveId(folder, {
    taken: new Set([...idsIn(passwd), ...idsIn(group)]),
    highIsMapped: [uidMap, gidMap].every((map) => isMapped(high, map)),
  });
  return { name: `user id ${uid}`, uid, gid: uid, isNamed: false };
}

/** The number alone, from the high range, or from the low one if the machine doesn't map the high one. */
export function deriveId(
  folder: string,
  { taken, highIsMapped }: { taken: ReadonlySet<number>; highIsMapped: boolean },
): number {
  const { first, count } = highIsMapped ? high : low;
  let step = createHash('sha256').update(folder).digest().readUInt32BE() % count;
  while (taken.has(first + step)) step = (step + 1) % count;
  return first + step;
}

const idsIn = (file: string): number[] =>
  file.split('\n').map((line) => Number(line.split(':')[2] ?? Number.NaN));

/** Whether a user namespace maps the range (user_namespaces(7)). Without the file there are no namespaces. */
function isMapped({ first, count }: Range, map: string): boolean {
  const lines = map.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length === 0 ||
    lines.some((line) => {
      const [inside = 0, , length = 0] = line.trim().split(/\s+/).map(Number);
      return inside <= first && first + count <= inside + length;
    })
  );
}
