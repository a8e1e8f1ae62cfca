import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountByEmail, accountIdBounds, ensureAccount } from '#domains/accounts/index.ts';
import { claimHandles, type HandleKind, handleKinds, handleOwners } from '../handles/handles.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { locksOn } from '../principals/locks-on.ts';
import { keepAttempt, type NewAttempt } from './attempts.ts';
import { claimed, claimsOf } from './claims.ts';
import { handlesOf, readSignup, type Signup, signupFaults, signupMembers } from './read-signup.ts';
import { lockSignals } from './rules.ts';

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
  example: { account_id: 'acme-42', email: 'asha@asha.example.com', ip: '203.0.113.9' },
  check: signupFaults,
  output: Type.Object({
    account_id: Type.String(),
    handles: Type.Array(Type.Enum([...handleKinds]), {
      description: 'The kinds of handles in the request that now belong to the account.',
      examples: [['email', 'provider_user', 'device']],
    }),
  }),
  errors: ['account_locked', 'handle_taken'],

  async run(ctx, { account_id, ...members }) {
    const signup = readSignup(members);
    const { user_agent } = members;
    const attempt = { ...signup, at: ctx.now(), step: 'register', account_id, user_agent } as const;
    const locked = lockSignals(await locksOn(ctx.ports, ctx.now, { account_id, ...members }));
    if (locked.length > 0) {
      await keepAttempt(ctx.db, { ...attempt, code: 'account_locked', signals: locked, claimed_by: [] });
      return ctx.fail('account_locked');
    }

    const taken = await claimOrRollBack(ctx, attempt);
    if (taken.length > 0) {
      const { claimed_by, signals: known } = await claimsOf(ctx.db, signup, ctx.now());
      const signals = [...known.filter((signal) => signal === 'locked_device'), ...taken.map(claimed)];
      await keepAttempt(ctx.db, { ...attempt, code: 'handle_taken', signals, claimed_by });
      return ctx.fail('handle_taken', { members: { handles: taken } });
    }
    return { account_id, handles: claimableOf(signup).map(({ kind }) => kind) };
  },
});

/** Without the WhatsApp number: nothing proves that it is theirs, so claiming it would keep its owner out. */
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
  attempt: Signup & Pick<NewAttempt, 'at' | 'step' | 'user_agent'> & { account_id: string },
): Promise<HandleKind[]> {
  const { account_id, email } = attempt;
  try {
    await ctx.phase(async ({ db, afterCommit }) => {
      const account = await ensureAccount(db, { account_id, email: email ?? undefined });
      const taken = await claimHandles(db, account.id, claimableOf(attempt));
      const others = handlesOf(attempt).filter(({ kind }) => kind === 'whatsapp');
      const [owner = null] = await handleOwners(db, others);
      if (owner !== null && owner !== account.id) taken.push(...others);
      const holder = email && (await accountByEmail(db, email));
      const kinds = new Set(taken.map(({ kind }) => kind));
      if (holder && holder.id !== account.id) kinds.add('email');
      if (kinds.size > 0) throw new HandlesTaken([...kinds]);
      await keepAttempt(db, { ...attempt, signals: [], claimed_by: [] });
      afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(account.id));
    });
    return [];
  } catch (error) {
    if (error instanceof HandlesTaken) return error.kinds;
    throw error;
  }
}
