import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { keyOfSuppression } from '../shapes.ts';
import { Released, release } from './release.ts';

export const releaseSuppression = operation({
  id: 'suppression.release-suppression',
  summary: 'Remove an entry from the suppression list',
  kind: 'command',
  atDirectory: true,
  doors: [admin('DELETE', '/api/v1/admin/suppressions/{suppression_id}')],
  roles: ['support'],
  input: Type.Object({ suppression_id: Type.String({ maxLength: 100, description: "The entry's `id`." }) }),
  example: { suppression_id: 'sup_0f0c6d2c1d6f4d0e9a55b0f2f7f8f3a1' },
  output: Released,
  errors: ['not_found'],

  run(ctx, { suppression_id }) {
    const key = keyOfSuppression(suppression_id);
    return release(ctx, key ? [key] : []);
  },
});
