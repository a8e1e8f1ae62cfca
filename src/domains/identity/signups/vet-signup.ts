import Type from 'typebox';
import { hourMs } from '#core/clock.ts';
import type { Context, Phase } from '#core/context.ts';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import type { SettingValues } from '#core/setting-values.ts';
import { orNull } from '#core/shapes.ts';
import { emailTraits, isAlias, isUnder } from '#values/contacts/index.ts';
import { locksOn } from '../principals/locks-on.ts';
import { isLetIn } from './admissions.ts';
import { countVetted, keepAttempt } from './attempts.ts';
import { claimsOf } from './claims.ts';
import { readSignup, type Signup, type SignupMembers, signupFaults, signupMembers } from './read-signup.ts';
import { lockSignals, overrulable, type Signal, vetCode, vetCodes } from './rules.ts';

export const vetSignup = operation({
  id: 'identity.vet-signup',
  summary: 'Decide whether a new person may sign up',
  description:
    'Call this before you create the user. The answer is 200 either way. Every attempt is recorded with what spoke against ' +
    'it, for operators only; see `GET /api/v1/admin/abuse/attempts`. Empty members are ignored.',
  kind: 'process',
  doors: [internal('POST', '/internal/identity/vet')],
  idempotency: 'none',
  input: Type.Object(signupMembers),
  example: {
    email: 'ravi@example.com',
    provider: 'google',
    provider_user_id: '108177',
    user_agent: 'Mozilla/5.0',
    device_id: 'dev_91c2',
    whatsapp: '+12025550143',
  },
  check: signupFaults,
  output: Type.Object(
    {
      allowed: Type.Boolean({ description: 'Whether the user may be created.' }),
      code: orNull(
        Type.Enum([...vetCodes]),
        'Null when allowed. `signups_closed`: sign-up is closed. `try_again_later`: too many attempts from this address ' +
          'in an hour. `account_exists`: the sign-in or its email has an account. `signup_refused`: anything else, for reasons ' +
          'that are not disclosed.',
      ),
    },
    { examples: [{ allowed: true, code: null }] },
  ),

  async run(ctx, members) {
    const signup = readSignup(members);
    const locked = await lockedOrDisposable(ctx, members, signup);
    const code = await ctx.phase(async ({ db }) => {
      const claims = await claimsOf(db, signup, ctx.now());
      const against = [...(await closedOrTooMany(ctx, db, signup)), ...locked, ...claims.signals];
      const isAdmitted = against.length > 0 && (await isLetIn(db, signup, ctx.now()));
      const signals = isAdmitted ? against.filter((signal) => !overrulable.includes(signal)) : against;
      const { claimed_by } = claims;
      const hasProvider = signup.provider_user !== null;
      const decided = vetCode({ fired: signals, hasProvider, owners: claimed_by.length });
      const { user_agent } = members;
      const attempt = { ...signup, at: ctx.now(), step: 'vet', user_agent } as const;
      await keepAttempt(db, { ...attempt, code: decided, signals, claimed_by });
      return decided;
    });
    return { allowed: code === null, code };
  },
});

async function lockedOrDisposable(
  ctx: Context,
  members: SignupMembers,
  { email }: Signup,
): Promise<Signal[]> {
  const locked = lockSignals(await locksOn(ctx.ports, ctx.now, members));
  const signal = email && domainSignal(email, ctx.ports.settings.current());
  return signal ? [...locked, signal] : locked;
}

/** The evidence of the domain alone. The operator's lists come before the others. */
function domainSignal(
  email: string,
  settings: Pick<SettingValues, 'email_domains_allowed' | 'email_domains_refused' | 'alias_relays_allowed'>,
): Signal | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (isUnder(domain, new Set(settings.email_domains_allowed))) return null;
  if (isUnder(domain, new Set(settings.email_domains_refused))) return 'refused_domain';
  if (isAlias(email)) return settings.alias_relays_allowed ? null : 'alias_relay';
  return emailTraits(email).disposable ? 'disposable_domain' : null;
}

async function closedOrTooMany(ctx: Context, db: Phase['db'], { address_key }: Signup): Promise<Signal[]> {
  const { signups_open: isOpen, signups_per_address_per_hour: perHour } = ctx.ports.settings.current();
  const anHourAgo = new Date(ctx.now().getTime() - hourMs);
  const isTooMany = address_key !== '' && (await countVetted(db, address_key, anHourAgo)) >= perHour;
  return [...(isOpen ? [] : ['signups_closed' as const]), ...(isTooMany ? ['velocity' as const] : [])];
}
