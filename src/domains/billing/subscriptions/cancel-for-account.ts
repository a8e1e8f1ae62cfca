import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { accountByAccountId, accountIdBounds } from '#domains/accounts/index.ts';
import { Cancelled, cancelAll } from './cancel-subscription.ts';

export const cancelForAccount = operation({
  id: 'billing.cancel-for-account',
  summary: "Cancel an account's subscription for its customer",
  description: 'The same as a cancellation by the customer. Repeats are harmless.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/accounts/{account_id}/subscription/cancellation')],
  roles: ['finance', 'support'],
  input: Type.Object({
    account_id: Type.String({ ...accountIdBounds, description: 'The account.', examples: ['acme-42'] }),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { reason: 'The customer asked for it' },
  output: Cancelled,
  errors: ['not_found', 'no_subscription'],

  async run(ctx, { account_id, reason }) {
    const account = await accountByAccountId(ctx.db, account_id);
    if (!account) return ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
    const ended = (await cancelAll(ctx, account.id)) ?? ctx.fail('no_subscription');
    ctx.audit('subscription.cancelled', {
      account_id,
      before: null,
      after: { plan_id: ended.plan_id, ends_at: ended.ends_at.toISOString() },
      reason,
    });
    return { account_id, ...ended };
  },
});
