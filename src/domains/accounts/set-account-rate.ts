import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { orNull } from '#core/shapes.ts';
import { accountNames, lockAccountNamed } from './account-named.ts';
import { rateLimitBounds } from './rules.ts';
import { updateRate } from './sql.ts';

const { min, max } = rateLimitBounds;

const AccountRateBody = Type.Object({
  ...accountNames,
  rpm: Type.Optional(
    orNull(
      Type.Integer({ minimum: min, maximum: max }),
      `Requests per 60-second window, ${min} to ${max}. Null returns the account to its plan's rate. Omit it to keep the current rate.`,
    ),
  ),
  message: Type.String({ maxLength: 500, default: '', description: 'The reason, for the audit log.' }),
});

const AccountRate = Type.Object({
  account_id: Type.String(),
  email: orNull(Type.String()),
  rate_limit_per_min: orNull(
    Type.Integer(),
    "The rate set for this account. Null when the plan's rate applies.",
  ),
  previous_rate_limit_per_min: orNull(
    Type.Integer(),
    'The limit before, in requests per minute. Null if the plan or key decided.',
  ),
});

/** Updates this process's copies after the commit. The database notifies the other processes. */
export const AccountChanged = port<(account: number) => void>('account-changed');

export const setAccountRate = operation({
  id: 'accounts.set-account-rate',
  summary: "Set an account's request rate",
  description:
    'Applies to every key of the account, including in the current window. `"rpm": null` returns the account to its plan. ' +
    'Omit `rpm` to read the current rate without changing it.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/growth/accounts/rate')],
  roles: ['support'],
  input: AccountRateBody,
  example: { account_id: 'acme-42', rpm: 10_000 },
  output: AccountRate,
  errors: ['not_found'],

  async run(ctx, named) {
    const account = await lockAccountNamed(ctx, named);
    const rate = named.rpm === undefined ? account.rate_limit_per_min : named.rpm;

    if (rate !== account.rate_limit_per_min) await updateRate(ctx.db, account.id, rate);
    ctx.afterCommit(() => ctx.ports.use(AccountChanged)(account.id));
    ctx.audit('account.rate_set', {
      account_id: account.account_id,
      before: account.rate_limit_per_min,
      after: rate,
      message: named.message,
    });
    return {
      account_id: account.account_id,
      email: account.email,
      rate_limit_per_min: rate,
      previous_rate_limit_per_min: account.rate_limit_per_min,
    };
  },
});
