import type { Context, Ports } from '#core/context.ts';
import { LocksInForce } from '../locks/locks-in-force.ts';
import { type Principal, type SubjectKey, subjectsOf } from '../locks/subjects.ts';
import { KnownPrincipals } from './known-principals.ts';

/** Anyone who signs in, with the address they come from. */
export interface PrincipalAtAddress extends Principal {
  ip: string;
}

/** The locked subjects of a principal and of its account, and whether its address is locked. */
export async function locksOn(
  ports: Pick<Ports, 'use'>,
  now: () => Date,
  { ip, ...principal }: PrincipalAtAddress,
): Promise<{ subjects: SubjectKey[]; address: boolean }> {
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

/**
 * Refuses the call's account if it is locked by any name, as at a sign-in, or if `given` is. `given` leads to no other account:
 * whether it belongs to a locked one is not disclosed.
 */
export async function refuseLocked(ctx: Context<'account_locked'>, given: Principal = {}): Promise<void> {
  const { account_id } = ctx.account;
  const subjects = await ctx.ports.use(KnownPrincipals).subjectsOf({ account_id });
  const table = await ctx.ports.use(LocksInForce).table();
  if (table.holds([...subjects, ...subjectsOf(given)], ctx.now())) {
    ctx.fail('account_locked', {
      detail: 'An operator has locked this account, or the email or number you sent.',
    });
  }
}
