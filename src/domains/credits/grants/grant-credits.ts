import Type from 'typebox';
import { daysAfter } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { accountNames, lockAccountNamed } from '#domains/accounts/index.ts';
import { GrantReport } from '../shapes.ts';
import { grantById, grantCredits } from '../sql/grants.ts';

const GrantBody = Type.Object({
  ...accountNames,
  credits: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Credits to grant.' }),
  valid_days: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 365,
    description: 'Days until the credits expire.',
  }),
  reason: requiredReason('The reason. Shown in the account’s history.'),
});

export const grantCreditsToAccount = operation({
  id: 'credits.grant-credits',
  summary: 'Grant credits to an account',
  description: 'Send an `Idempotency-Key` so that a retry does not grant twice.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/credits')],
  roles: ['finance', 'support'],
  input: GrantBody,
  example: { account_id: 'acme-42', credits: 100, reason: 'Credit note 17' },
  output: GrantReport,
  errors: ['not_found'],

  async run(ctx, { credits, valid_days, reason, ...named }) {
    const account = await lockAccountNamed(ctx, named);
    const { lot, balance } = await grantCredits(ctx.db, {
      account: account.id,
      source: 'operator',
      sourceRef: newId('grant'),
      credits,
      expiresAt: daysAfter(ctx.now(), valid_days),
      reason,
      grantedBy: ctx.actor,
    });
    ctx.audit('credits.granted', {
      account_id: account.account_id,
      credits,
      valid_days,
      reason,
      before: { balance: balance - credits },
      after: { balance },
    });
    return (await grantById(ctx.db, lot))!.report;
  },
});
