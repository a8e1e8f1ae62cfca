import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { grantById } from './reports.ts';
import { GrantReport } from './shapes.ts';
import { revokeCredits } from './sql/corrections.ts';

export const revokeGrant = operation({
  id: 'credits.revoke-grant',
  summary: 'Take back a grant of credits',
  description:
    'Takes back what is left of the grant. Credits that are spent, expired or held by work under way stay where they are, so ' +
    'the balance never falls below zero.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/credits/{grant_id}/revocation')],
  input: Type.Object({
    grant_id: Type.String({ maxLength: 40, description: '`id` of the grant.' }),
    credits: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        description: 'How many to take back; all that are left if absent.',
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Why; shown in the account’s history.',
    }),
  }),
  output: Type.Object({
    revoked: Type.Integer({ description: 'Credits taken back.' }),
    shortfall: Type.Integer({
      description: 'Credits that you asked for, by default the whole grant, and that were not left to take.',
    }),
    balance: Type.Integer({ description: 'Credits the account can spend now.' }),
    grant: GrantReport,
  }),
  errors: ['not_found'],

  async run(ctx, { grant_id, credits, reason }) {
    const id = /^\d{1,15}$/.test(grant_id) ? Number(grant_id) : 0;
    const before = await grantById(ctx.db, id);
    if (!before) return ctx.fail('not_found', { detail: 'There is no grant with this id.' });

    const taken = await revokeCredits(ctx.db, {
      account: before.account,
      lot: id,
      ...(credits === undefined ? {} : { credits }),
      key: randomUUID(),
      reason,
    });
    if (taken.status === 'unknown_lot') throw new Error('a grant that was just read is gone');
    const { revoked, shortfall, balance } = taken;
    ctx.audit('credits.revoked', {
      account_id: before.report.account_id,
      grant_id: id,
      before: { available: before.report.available },
      after: { available: before.report.available - revoked },
      reason,
    });
    const { report } = (await grantById(ctx.db, id))!;
    return { revoked, shortfall, balance, grant: report };
  },
});
