import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { putInForce } from './change-catalogue.ts';
import { ChangedCatalogue, Version } from './shapes.ts';
import { entriesOf } from './versions.ts';

export const rollBackCatalogue = operation({
  id: 'billing.roll-back-catalogue',
  summary: 'Return plans, packs and prices to a former version',
  description:
    'Makes a new version with the entries of the former one, now. Version 0 is the catalogue of the program. What was added since ' +
    'stays in the catalogue, and is sold no longer.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/catalogue/rollback')],
  roles: [],
  input: Type.Object({
    version: Version('The version to return to.'),
    reason: requiredReason('The reason, for the history and the audit log.'),
    expected_version: Type.Optional(
      Version('The `version` that you read. If you send it and a newer one is in force: `version_conflict`.'),
    ),
  }),
  example: { version: 0, reason: 'The new prices had a mistake' },
  output: ChangedCatalogue,
  errors: ['not_found', 'version_conflict', 'catalogue_change_waiting'],

  async run(ctx, { version, reason, expected_version: expected }) {
    const then = await entriesOf(ctx.db, version);
    if (!then) return ctx.fail('not_found', { detail: `The catalogue has no version ${version}.` });
    const ids = new Set(then.map(({ id }) => id));
    return putInForce(ctx, {
      reason,
      effectiveAt: ctx.now(),
      expected,
      change: ({ entries }) => [
        ...then,
        ...entries.filter(({ id }) => !ids.has(id)).map((added) => ({ ...added, cta: 'none' as const })),
      ],
    });
  },
});
