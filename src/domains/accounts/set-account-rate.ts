import { Type } from 'typebox';
import { admin } from '#core/access.ts';
import { operation } from '#core/operation.ts';
import { accountNamed, accountNames } from './account-named.ts';
import { rateLimitBounds } from './rules.ts';
import { updateRate } from './sql.ts';

const { min, max } = rateLimitBounds;

const AccountRateBody = Type.Object({
  ...accountNames,
  rpm: Type.Union([Type.Integer({ minimum: min, maximum: max }), Type.Null()], {
    default: null,
    description: `Requests admitted in a 60-second window, ${min} to ${max}; null returns the account to its plan.`,
  }),
  message: Type.String({ maxLength: 500, default: '', description: 'Why; kept in the audit trail.' }),
});

const AccountRate = Type.Object({
  account_id: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  rate_limit_per_min: Type.Union([Type.Integer(), Type.Null()], {
    description: "The account's own setting; null while its plan decides.",
  }),
  previous_rate_limit_per_min: Type.Union([Type.Integer(), Type.Null()]),
});

export const setAccountRate = operation({
  id: 'accounts.set-account-rate',
  summary: "Set an account's request rate",
  description: 'Holds for every key of the account, in the running window already.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/growth/accounts/rate')],
  input: AccountRateBody,
  output: AccountRate,
  errors: [],

  async run(ctx, named) {
    const account = await accountNamed(ctx.db, named);

    await updateRate(ctx.db, account.id, named.rpm);
    ctx.afterCommit(() => ctx.ports.keyring.forget('account_changed', String(account.id)));
    ctx.audit('account.rate_set', {
      account_id: account.accountId,
      before: account.rateLimitPerMin,
      after: named.rpm,
      message: named.message,
    });
    return {
      account_id: account.accountId,
      email: account.email,
      rate_limit_per_min: named.rpm,
      previous_rate_limit_per_min: account.rateLimitPerMin,
    };
  },
});
