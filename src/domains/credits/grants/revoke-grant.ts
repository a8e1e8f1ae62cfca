import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { isRevocable } from '../rules.ts';
import { GrantReport } from '../shapes.ts';
import { grantById, revokeCredits } from '../sql/grants.ts';

export const revokeGrant = operation({
  id: 'credits.revoke-grant',
  summary: 'Take back a grant of credits',
  description:
    'Takes back what is left of the grant. Credits that are spent, expired or held by work under way stay where they are, so ' +
    'the balance never falls below zero. Only grants by an operator and the credits of a new key (source `operator` or ' +
    '`key`) can be taken back.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/credits/{grant_id}/revocation')],
  roles: ['finance', 'support'],
  input: Type.Object({
    grant_id: Type.String({ maxLength: 40, description: '`id` of the grant.' }),
    credits: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        description: 'How many to take back; all that are left if absent.',
      }),
    ),
    reason: requiredReason('The reason. Shown in the account’s history.'),
  }),
  example: { grant_id: '17', reason: 'granted to the wrong account' },
  output: Type.Object({
    revoked: Type.Integer({ description: 'Credits taken back.' }),
    shortfall: Type.Integer({
      description: 'Credits that you asked for, by default the whole grant, and that were not left to take.',
    }),
    balance: Type.Integer({ description: 'Credits the account can spend now.' }),
    grant: GrantReport,
  }),
  errors: ['not_found', 'grant_not_revocable'],

  async run(ctx, { grant_id, credits, reason }) {
    const id = /^\d{1,15}$/.test(grant_id) ? Number(grant_id) : 0;
    const found = await grantById(ctx.db, id);
    if (!found) return ctx.fail('not_found', { detail: 'There is no grant with this id.' });

    const { account_id, source } = found.report;
    if (!isRevocable(source)) {
      return ctx.fail('grant_not_revocable', {
        detail: `The source of this grant is ${source}. Only operator and key can be taken back.`,
      });
    }

    const taken = await revokeCredits(ctx.db, {
      account: found.account,
      lot: id,
      ...(credits === undefined ? {} : { credits }),
      key: randomUUID(),
      reason,
    });
    if (taken.status === 'unknown_lot') throw new Error('a grant that was just read is gone');
    const { revoked, shortfall, balance } = taken;
    // Read again under the revocation's lock: others may have taken from the grant.
    const { report } = (await grantById(ctx.db, id))!;
    ctx.audit('credits.revoked', {
      account_id,
      grant_id: id,
      before: { available: report.available + revoked },
      after: { available: report.available },
      reason,
    });
    return { revoked, shortfall, balance, grant: report };
  },
});
