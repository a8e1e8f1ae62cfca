import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountByEmail, accountIdBounds, ensureAccount } from '#domains/accounts/index.ts';
import { claimHandles, type HandleKind, handleKinds, handleOwners } from '../handles/handles.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { locksOn } from '../principals/locks-on.ts';
import { type Attempt, keepAttempt } from './attempts.ts';
import { claimed, claimsOf } from './claims.ts';
import { handlesOf, readSignup, type Signup, signupMembers } from './read-signup.ts';
import { lockSignals } from './rules.ts';
import { signupFaults } from './signup-faults.ts';

export const registerAccount = operation({
  id: 'identity.register-account',
  summary: 'Register a new account with its handles',
  description:
    'Call this once you have created the user. Creates the account if it does not exist, and claims the email, the ' +
    'sign-in and the device for it: all of them, or none. A handle belongs to one account for good. Repeating a registration ' +
    'is harmless. A WhatsApp number is checked, and claimed only when it is confirmed.',
  kind: 'process',
  doors: [internal('POST', '/internal/identity/register')],
  idempotency: 'none',
  input: Type.Object({
    account_id: Type.String({
      ...accountIdBounds,
      description: "The dashboard's identifier for the account.",
    }),
    ...signupMembers,
  }),
  check: signupFaults,
  output: Type.Object({
    account_id: Type.String(),
    handles: Type.Array(Type.Enum([...handleKinds]), {
      description: 'The kinds of handles in the request that now belong to the account.',
      examples: [['email', 'provider_user', 'device']],
    }),
  }),
  errors: ['account_locked', 'handle_taken'],

  async run(ctx, { account_id: accountId, ...members }) {
    const signup = readSignup(members);
    const locked = lockSignals(await locksOn(ctx.ports, ctx.now, { account_id: accountId, ...members }));
    const attempt = {
      at: ctx.now(),
      step: 'register',
      accountId,
      signup,
      userAgent: members.user_agent,
    } as const;
    if (locked.length > 0) {
      await keepAttempt(ctx.db, { ...attempt, code: 'account_locked', signals: locked, claimedBy: [] });
      return ctx.fail('account_locked');
    }

    const taken = await claimOrRollBack(ctx, accountId, attempt);
    if (taken.length > 0) {
      const { claimedBy, signals: known } = await claimsOf(ctx.db, signup, ctx.now());
      const signals = [...known.filter((signal) => signal === 'locked_device'), ...taken.map(claimed)];
      await keepAttempt(ctx.db, { ...attempt, code: 'handle_taken', signals, claimedBy });
      return ctx.fail('handle_taken', { members: { handles: taken } });
    }
    return { account_id: accountId, handles: claimableOf(signup).map(({ kind }) => kind) };
  },
});

/** Without the WhatsApp number: nobody has proved that it is theirs, so claiming it would keep its owner out. */
const claimableOf = (signup: Signup) => handlesOf(signup).filter(({ kind }) => kind !== 'whatsapp');

/** Rolls the registration back. */
class HandlesTaken extends Error {
  readonly kinds: HandleKind[];

  constructor(kinds: HandleKind[]) {
    super('handles are taken');
    this.kinds = kinds;
  }
}

/** The kinds of handles that other accounts have. If there are any, nothing is changed. */
async function claimOrRollBack(
  ctx: Context,
  accountId: string,
  attempt: Pick<Attempt, 'at' | 'step' | 'accountId' | 'signup' | 'userAgent'>,
): Promise<HandleKind[]> {
  const { signup } = attempt;
  try {
    await ctx.phase(async ({ db, afterCommit }) => {
      const account = await ensureAccount(db, { accountId, email: signup.email ?? undefined });
      const taken = await claimHandles(db, account.id, claimableOf(signup));
      const others = handlesOf(signup).filter(({ kind }) => kind === 'whatsapp');
      const [owner = null] = await handleOwners(db, others);
      if (owner !== null && owner !== account.id) taken.push(...others);
      const holder = signup.email && (await accountByEmail(db, signup.email));
      const kinds = new Set(taken.map(({ kind }) => kind));
      if (holder && holder.id !== account.id) kinds.add('email');
      if (kinds.size > 0) throw new HandlesTaken([...kinds]);
      await keepAttempt(db, { ...attempt, code: null, signals: [], claimedBy: [] });
      afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(account.id));
    });
    return [];
  } catch (error) {
    if (error instanceof HandlesTaken) return error.kinds;
    throw error;
  }
}
