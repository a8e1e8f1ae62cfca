import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { applyCatalogue } from './plans-in-force.ts';
import { CatalogueVersion, Version } from './shapes.ts';
import { lockCatalogue, readCatalogue, withdrawVersion } from './versions.ts';

export const withdrawCatalogue = operation({
  id: 'billing.withdraw-catalogue',
  summary: 'Withdraw a change of prices that has not taken effect',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/catalogue/withdraw')],
  roles: [],
  input: Type.Object({
    version: Version('The version that waits for its time.'),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { version: 1, reason: 'The new prices come later' },
  output: CatalogueVersion,
  errors: ['not_found'],

  async run(ctx, { version, reason }) {
    await lockCatalogue(ctx.db);
    const { waiting } = await readCatalogue(ctx.db, ctx.now());
    if (waiting?.version !== version)
      return ctx.fail('not_found', { detail: `No change with the version ${version} waits for its time.` });
    const { entries: _, ...withdrawn } = waiting;
    const at = ctx.now();
    await withdrawVersion(ctx.db, version, ctx.actor, at);
    await applyCatalogue(ctx);
    ctx.audit('catalogue.withdrawn', { version, before: { version }, after: null, reason });
    return { ...withdrawn, withdrawn_at: at, withdrawn_by: ctx.actor };
  },
});
