import type { Ports } from '#core/context.ts';
import { LocksInForce } from '../locks/locks-in-force.ts';
import type { Principal, SubjectKey } from '../locks/subjects.ts';
import { KnownPrincipals } from './known-principals.ts';

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
  ports: Pick<Ports, 'use'>,
  now: () => Date,
  { ip, ...principal }: PrincipalAtAddress,
): Promise<Held> {
  const subjects = await ports.use(KnownPrincipals).subjectsOf(principal);
  const table = await ports.use(LocksInForce).table();
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

/**
 * Whether a lock stops what the principal opened at `openedAt`: a session, a link or a token. `ended`: a lock that is over by now
 * has ended it for good. Locks on addresses stop the caller only.
 */
export async function lockOnOpened(
  ports: Pick<Ports, 'use'>,
  now: () => Date,
  { principal, openedAt }: { principal: PrincipalAtAddress; openedAt: Date },
): Promise<'locked' | 'ended' | null> {
  if (await isLocked(ports, now, principal)) return 'locked';
  const subjects = await ports.use(KnownPrincipals).subjectsOf(principal);
  return (await ports.use(LocksInForce).table()).heldAfter(subjects, openedAt) ? 'ended' : null;
}
