import { type Static, Type } from 'typebox';
import { daysAfter } from '#core/clock.ts';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import {
  type Account,
  accountByEmail,
  accountIdBounds,
  accountIdLengthMax,
  ensureAccount,
  lockFound,
  rateLimitBounds,
  readEmail,
} from '#domains/accounts/index.ts';
import { noPlan, notInCatalogue, PlansInForce, termsOf } from '#domains/billing/index.ts';
import { grantCredits } from '#domains/credits/index.ts';
import { claimMailbox } from '#domains/identity/index.ts';
import { cidrsOrFail } from './gate/allowed-ips.ts';
import type { Key } from './rules.ts';
import {
  AllowedIpsOrAll,
  ExpiresInDays,
  KeyForOperators,
  KeyModeOrLive,
  keyForOperators,
  RawKey,
} from './shapes.ts';
import { issueKey } from './sql/key-changes.ts';
import { hasLiveKey } from './sql/keys.ts';

/** How long credits that come with a key are valid. */
const creditsValidDays = 365;

const CreateKeyRequest = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320, description: "The account's email." }),
  plan: Type.String({
    minLength: 1,
    maxLength: 100,
    default: 'credits_25',
    description: `A plan's id from the catalogue. \`${noPlan}\`: what the account has bought counts, and the key brings no credits of its own.`,
  }),
  credits: Type.Integer({
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: `Credits to grant, valid for ${creditsValidDays} days. If 0, the account's first live key brings the plan's credits and any other key brings none.`,
  }),
  rate_limit_per_min: Type.Integer({
    minimum: 0,
    maximum: rateLimitBounds.max,
    default: 0,
    description: `Requests per 60-second window, at most ${rateLimitBounds.max}. 0 leaves it to the plan.`,
  }),
  allowed_ips: AllowedIpsOrAll,
  expires_in_days: Type.Optional(ExpiresInDays),
  note: Type.String({ maxLength: 500, default: '', description: 'A note for operators.' }),
  account_id: Type.Optional(
    Type.String({
      ...accountIdBounds,
      description:
        "The dashboard's identifier. If omitted, the account with this email. One that does not exist is created with the " +
        'email as its identifier, which audit rows contain.',
    }),
  ),
  mode: KeyModeOrLive,
});
type CreateKeyRequest = Static<typeof CreateKeyRequest>;

const CreatedKey = Type.Object({
  key: RawKey,
  ...KeyForOperators.properties,
  credits: Type.Integer({ description: 'Credits granted with the key.' }),
});

export const createKey = operation({
  id: 'keys.create-key',
  summary: 'Create a key for an account, with credits',
  kind: 'command',
  doors: [admin('POST', '/api/v1/keys/create')],
  roles: ['support'],
  input: CreateKeyRequest,
  example: { email: 'ravi@example.com' },
  output: CreatedKey,
  errors: ['unknown_plan', 'handle_taken', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, request) {
    const catalogue = ctx.ports.use(PlansInForce);
    const plan = request.plan === noPlan ? null : catalogue.planById(request.plan);
    if (plan === undefined)
      return ctx.fail('unknown_plan', notInCatalogue(request.plan, catalogue.current()));
    const allowed_ips = cidrsOrFail(request.allowed_ips);
    // Serialised per account, so that exactly one key counts as its first.
    const account = await lockFound(ctx.db, () => accountFor(ctx, request));
    await claimMailbox(ctx, account);
    const isFirst = request.mode === 'live' && !(await hasLiveKey(ctx.db, account.id));

    const { key, text } = await issueKey(ctx.db, {
      account: account.id,
      mode: request.mode,
      plan: request.plan,
      terms: plan && termsOf(plan),
      rate_limit_per_min: request.rate_limit_per_min || null,
      allowed_ips,
      note: request.note,
      expires_at: request.expires_in_days ? daysAfter(ctx.now(), request.expires_in_days) : null,
    });
    const credits = await grantWith(ctx, key, request.credits || (isFirst && plan ? plan.credits : 0));
    ctx.audit('key.created', {
      key_id: key.id,
      account_id: key.account_id,
      before: null,
      after: { prefix: key.prefix, plan: key.plan, mode: key.mode, note: key.note },
      credits,
    });
    return { key: text, ...keyForOperators(key, ctx.now()), credits };
  },
});

/** The named account, else the one with this email, else a new one whose identifier is the email. */
async function accountFor(ctx: Context<'handle_taken'>, request: CreateKeyRequest): Promise<Account> {
  const email = readEmail(['email'], request.email);
  if (request.account_id === undefined) {
    const known = await accountByEmail(ctx.db, email);
    if (known) return known;
    if (email.length > accountIdLengthMax) {
      return failField(
        ['account_id'],
        `An email of more than ${accountIdLengthMax} characters needs an account_id`,
        'missing',
      );
    }
  }
  const account = await ensureAccount(ctx.db, { account_id: request.account_id ?? email, email });
  if (account.email === email) return account;
  return account.email === null
    ? ctx.fail('handle_taken', { detail: 'This email belongs to another account.' })
    : failField(['email'], 'The account with this account_id has a different email');
}

async function grantWith(ctx: Context, key: Key, credits: number): Promise<number> {
  if (credits === 0) return 0;
  await grantCredits(ctx.db, {
    account: key.account,
    source: 'key',
    sourceRef: key.id,
    credits,
    expiresAt: daysAfter(ctx.now(), creditsValidDays),
    reason: `with the key ${key.prefix}, plan ${key.plan}`,
    grantedBy: ctx.actor,
  });
  return credits;
}
