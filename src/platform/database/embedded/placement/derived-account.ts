import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { NumberedAccount } from './account.ts';

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
