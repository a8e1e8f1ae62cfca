import type { Db } from '#core/context.ts';
import { accountByEmail, accountById } from '#domains/accounts/index.ts';
import { type HandleKind, handleOwners } from '../handles/handles.ts';
import { lockedAmong } from '../locks/locked-accounts.ts';
import { handlesOf, type Signup } from './read-signup.ts';
import type { Signal } from './rules.ts';

/** The signal of a handle that an account has. */
export const claimed = (kind: HandleKind): Signal => `${kind}_claimed`;

/**
 * The handles of a sign-up that already belong to accounts. An account's email counts even if it claimed nothing. The
 * device of a locked account is named as locked: it can't be locked itself.
 */
export async function claimsOf(
  db: Db,
  signup: Signup,
  now: Date,
): Promise<{ signals: Signal[]; claimed_by: string[] }> {
  const handles = handlesOf(signup);
  const owners = await handleOwners(db, handles);
  const signals = handles.filter((_, at) => owners[at] !== null).map(({ kind }) => claimed(kind));
  const holder = signup.email === null ? null : await accountByEmail(db, signup.email);
  if (holder && !signals.includes('email_claimed')) signals.unshift('email_claimed');
  const ofDevice = owners[handles.findIndex(({ kind }) => kind === 'device')] ?? null;
  if (ofDevice !== null && (await lockedAmong(db, [ofDevice], now)).size > 0)
    signals.unshift('locked_device');
  const claimed_by: string[] = [];
  for (const owner of new Set([...owners, holder?.id ?? null])) {
    const account = owner === null ? null : await accountById(db, owner);
    if (account) claimed_by.push(account.account_id);
  }
  return { signals, claimed_by };
}
