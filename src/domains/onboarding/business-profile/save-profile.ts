import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#core/context.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { businessProfileOf } from '../onboarding-of.ts';
import { insertProfile, type Profile, type SavedProfile } from '../sql.ts';

/** Saves the profile unless it says what the newest one says. */
export async function saveProfile(
  { db, account, actor, now, audit }: Pick<Context, 'db' | 'account' | 'actor' | 'now' | 'audit'>,
  profile: Profile,
): Promise<SavedProfile> {
  await lockAccount(db, account.id);
  const newest = await businessProfileOf(db, account.id);
  if (newest && isDeepStrictEqual({ ...newest, ...profile }, newest)) return newest;
  const saved = { ...profile, saved_by: actor, saved_at: now() };
  await insertProfile(db, account.id, saved);
  // Without what it says: names and addresses are in the profiles alone.
  audit('business_profile.saved', { account_id: account.account_id });
  return saved;
}
