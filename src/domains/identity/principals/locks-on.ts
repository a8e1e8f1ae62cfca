import type { Ports } from '#core/context.ts';
import type { Principal, SubjectKey } from '../locks/subjects.ts';

/** Anyone who signs in, with the address they come from. */
export interface PrincipalAtAddress extends Principal {
  ip: string;
}

interface Held {
  subjects: SubjectKey[];
  address: boolean;
}

/** What of a principal is locked: its subjects and those of its account, and its address. */
export async function locksOn(
  { locks, principals }: Pick<Ports, 'locks' | 'principals'>,
  now: () => Date,
  { ip, ...principal }: PrincipalAtAddress,
): Promise<Held> {
  const subjects = await principals.subjectsOf(principal);
  const table = await locks.table();
  const at = now();
  return {
    subjects: subjects.filter((subject) => table.holds([subject], at)),
    address: table.holdsAddress(ip.trim(), at),
  };
}

export const isLocked = async (...asked: Parameters<typeof locksOn>): Promise<boolean> => {
  const { subjects, address } = await locksOn(...asked);
  return address || subjects.length > 0;
};
