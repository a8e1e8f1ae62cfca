import type { Context } from '#core/context.ts';
import { moneyTroublesOf } from '#domains/billing/index.ts';
import { isRegistrationRefused, locksOfAccount } from '#domains/identity/index.ts';
import { onboardingOf } from '#domains/onboarding/index.ts';
import type { AccountReport } from './report.ts';

export const troubleKinds = [
  'locked',
  'registration_refused',
  'key_banned',
  'no_key',
  'no_credits',
  'onboarding_incomplete',
  'payment_disputed',
  'refund_open',
  'refund_refused',
  'subscription_failing',
  'invoice_waiting',
] as const;

export interface Trouble {
  kind: (typeof troubleKinds)[number];
  what: string;
  purchase: string | null;
}

const steps: Readonly<Record<string, string>> = {
  email: 'confirm the email',
  whatsapp: 'confirm a WhatsApp number',
  business_profile: 'enter the address for invoices',
};

/** The troubles of an account right now, the worst first. */
export async function troublesOf(
  ctx: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
  { account_id, key, balance }: AccountReport,
): Promise<Trouble[]> {
  const found: Trouble[] = [];
  const add = (kind: Trouble['kind'], what: string) => found.push({ kind, what, purchase: null });
  for (const { subject_type, reason, expires_at } of await locksOfAccount(ctx.db, account, ctx.now())) {
    const until = expires_at ? `until ${expires_at.toISOString().slice(0, 10)}` : 'without an end';
    add(
      'locked',
      `Locked by its ${subject_type.replaceAll('_', ' ')}, ${until}${reason ? `: ${reason}` : '.'}`,
    );
  }
  if (await isRegistrationRefused(ctx.db, account_id))
    add('registration_refused', 'Its last registration was refused, so it cannot buy.');
  found.push(...(await moneyTroublesOf(ctx.db, account, ctx.now())));
  if (key?.status === 'banned') add('key_banned', `Its key ${key.prefix}… is banned.`);
  if (!key || key.status === 'revoked') add('no_key', 'It has no key that works.');
  if (balance === 0) add('no_credits', 'It has no credits.');
  const { missing } = await onboardingOf(ctx, account);
  if (missing.length > 0)
    add(
      'onboarding_incomplete',
      `It cannot buy yet. Steps left: ${missing.map((step) => steps[step] ?? step).join(', ')}.`,
    );
  return found;
}
