import Type from 'typebox';
import { admin } from '#core/door.ts';
import { MemberFailure } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { changedInAudit, putInForce } from './put-in-force.ts';
import { faultsOfChanges } from './rules.ts';
import { SettingsInForce } from './settings-in-force.ts';
import { ChangedSettings, Reason, Version } from './shapes.ts';

export const changeSettings = operation({
  id: 'settings.change-settings',
  summary: 'Change settings',
  description:
    'All changes apply together, or none. They take effect on every process within a second. To return a setting to its ' +
    'default, send null.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/platform', { bodyBytesMax: 64 * 1024 })],
  roles: [],
  input: Type.Object({
    changes: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
      minProperties: 1,
      maxProperties: 200,
      description: 'New values by setting. `GET /api/v1/admin/platform` has the schema of each.',
    }),
    reason: Reason,
    expected_version: Version('The `version` that you read. A newer one in force is a `version_conflict`.'),
  }),
  example: { changes: { ban_window_minutes: 90 }, reason: 'A longer memory', expected_version: 0 },
  output: ChangedSettings,
  errors: ['version_conflict'],

  async run(ctx, { changes, reason, expected_version: expected }) {
    const { definitions } = ctx.ports.use(SettingsInForce);
    const faults = faultsOfChanges(definitions, changes, ctx.ports);
    if (faults.length > 0) throw new MemberFailure(faults);

    const answer = await putInForce(ctx, { reason, expected, change: () => changes });
    ctx.audit('settings.changed', { ...changedInAudit(answer), reason });
    return answer;
  },
});
