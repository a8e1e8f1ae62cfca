import Type from 'typebox';
import type { AccountRef } from '#core/access.ts';
import type { Context, Db, Phase } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { failField } from '#core/failure.ts';
import { accountByEmail, accountById, lockAccount } from '#domains/accounts/index.ts';
import { claimHandles, handleOwners } from '../handles/handles.ts';
import { readSubject } from '../locks/subjects.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { signupMembers } from '../signups/read-signup.ts';

const given = { minLength: 1 };

/** A person whom an identity provider has vouched for. */
export const signInMembers = {
  email: Type.String({ ...omitDefault(signupMembers.email), ...given }),
  provider: Type.String({ ...omitDefault(signupMembers.provider), ...given }),
  provider_user_id: Type.String({ ...omitDefault(signupMembers.provider_user_id), ...given }),
};

function omitDefault({ type: _, default: __, ...options }: Type.TString & { default?: unknown }) {
  return options;
}

export interface SignIn {
  /** Normalised, and proved by the provider. */
  email: string;
  provider: string;
  provider_user_id: string;
}

/**
 * The account that has claimed the sign-in. Else the account with the email, if it has claimed no sign-in: it was made by an
 * operator or a payment, and claims this one. Null if there is neither.
 */
export async function accountOfSignIn(
  { db, afterCommit }: Pick<Phase, 'db' | 'afterCommit'>,
  ports: Context['ports'],
  { email, provider, provider_user_id }: SignIn,
): Promise<AccountRef | null> {
  const user = readSubject('provider_user', `${provider}:${provider_user_id}`);
  if (!user.ok) return failField(['provider_user_id'], user.detail);
  const handle = { kind: 'provider_user', value: user.value } as const;
  const owner = async () => {
    const [account = null] = await handleOwners(db, [handle]);
    return account === null ? null : accountById(db, account);
  };
  const known = await owner();
  if (known) return known;

  const holder = await accountByEmail(db, email);
  if (!holder) return null;
  // Only one of two concurrent sign-ins may claim the account.
  await lockAccount(db, holder.id);
  if (await hasSignIn(db, holder.id)) return owner();
  const taken = await claimHandles(db, holder.id, [handle]);
  if (taken.length > 0) return null;
  afterCommit(() => ports.use(KnownPrincipals).forgetAccount(holder.id));
  return holder;
}

const hasSignIn = async (db: Db, account: number): Promise<boolean> =>
  (
    await rowsOf(db)`
    select from identity_handle where account = ${account} and kind = 'provider_user' limit 1`
  ).length > 0;
