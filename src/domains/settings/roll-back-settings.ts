import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { changedInAudit, putInForce } from './put-in-force.ts';
import { changesBackTo } from './rules.ts';
import { Reason, RolledBackSettings, Version } from './shapes.ts';
import { storedSettings } from './sql.ts';

export const rollBackSettings = operation({
  id: 'settings.roll-back-settings',
  summary: 'Return all settings to a former version',
  description:
    'Makes a new version with the values of the former one, so that nothing is lost from the history. Version 0 is the defaults.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/platform/rollback')],
  roles: [],
  input: Type.Object({
    version: Version('The version to return to.'),
    reason: Reason,
    expected_version: Type.Optional(
      Version('The `version` that you read. If you send it and a newer one is in force: `version_conflict`.'),
    ),
  }),
  example: { version: 0, reason: 'The change did harm' },
  output: RolledBackSettings,
  errors: ['not_found', 'version_conflict'],

  async run(ctx, { version, reason, expected_version: expected }) {
    const then = await storedSettings(ctx.db, version);
    if (then.version !== version) {
      return ctx.fail('not_found', { detail: `The settings have no version ${version}.` });
    }

    const answer = await putInForce(ctx, {
      reason,
      expected,
      change: ({ stored }) => changesBackTo(then.values, stored),
    });
    ctx.audit('settings.rolled_back', { to: version, ...changedInAudit(answer), reason });
    return answer;
  },
});
