import type { Context, Db } from '#core/context.ts';
import { accountById } from '#domains/accounts/index.ts';
import { whatsappOf } from '#domains/whatsapp/index.ts';
import { type Progress, progressOf } from './rules.ts';
import { mailboxProvedAt, profilesOf, type SavedProfile } from './sql.ts';

export interface Onboarding extends Progress {
  email: string | null;
  emailVerifiedAt: Date | null;
  profile: SavedProfile | null;
}

/** How far an account has come, by its internal id. A checkout needs `complete`. In a phase, pass the phase's `db`. */
export async function onboardingOf(
  ctx: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
): Promise<Onboarding> {
  const { db } = ctx;
  const email = (await accountById(db, account))?.email ?? null;
  const emailVerifiedAt = await mailboxProvedAt(db, account);
  const profile = await businessProfileOf(db, account);
  const progress = progressOf({
    email: { done: emailVerifiedAt !== null, required: true },
    whatsapp: await whatsappStep(ctx, account),
    business_profile: { done: profile !== null, required: true },
  });
  return { ...progress, email, emailVerifiedAt, profile };
}

/** The buyer on the account's next invoice, or null. */
export async function businessProfileOf(db: Db, account: number): Promise<SavedProfile | null> {
  const [newest = null] = await profilesOf(db, account, 1);
  return newest;
}

/** Whether the account's number is verified, and has to be. A number that was only recorded is not verified. */
async function whatsappStep(
  { db, now, ports }: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
): Promise<{ done: boolean; required: boolean }> {
  const { state } = await whatsappOf(db, account, now());
  return { done: state === 'verified', required: ports.settings.current().whatsapp_required };
}
