import type { Context, Db } from '#core/context.ts';
import { accountById } from '#domains/accounts/index.ts';
import { whatsappOf } from '#domains/whatsapp/index.ts';
import { stateOf } from '#values/gst/index.ts';
import { progressOf } from './rules.ts';
import type { BusinessProfile, Onboarding } from './shapes.ts';
import { mailboxProvedAt, profilesOf, type SavedProfile } from './sql.ts';

/** How far an account has come, by its internal id. A checkout needs `complete`. In a phase, pass the phase's `db`. */
export async function onboardingOf(
  ctx: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
): Promise<Omit<Onboarding, 'account_id'>> {
  const { db } = ctx;
  const email = (await accountById(db, account))?.email ?? null;
  const email_verified_at = await mailboxProvedAt(db, account);
  const profile = await businessProfileOf(db, account);
  const progress = progressOf({
    email: { done: email_verified_at !== null, required: true },
    whatsapp: await whatsappStep(ctx, account),
    business_profile: { done: profile !== null, required: true },
  });
  return { ...progress, email, email_verified_at, business_profile: profile && profileOnWire(profile) };
}

/** The buyer on the account's next invoice, or null. */
export async function businessProfileOf(db: Db, account: number): Promise<SavedProfile | null> {
  const [newest = null] = await profilesOf(db, account, 1);
  return newest;
}

export const profileOnWire = ({ saved_by: _, ...profile }: SavedProfile): BusinessProfile => ({
  ...profile,
  state: stateOf(profile.state_code).name,
  gstin: profile.gstin ?? '',
});

/** Whether the account's number is verified, and has to be. A number that was only recorded is not verified. */
async function whatsappStep(
  { db, now, ports }: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
): Promise<{ done: boolean; required: boolean }> {
  const { state } = await whatsappOf(db, account, now());
  return { done: state === 'verified', required: ports.settings.current().whatsapp_required };
}
