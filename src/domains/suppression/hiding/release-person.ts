import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { namedKeys, personMembers } from '../named-values.ts';
import { Released, release } from './release.ts';

export const releasePerson = operation({
  id: 'suppression.release-person',
  summary: 'Remove values from the suppression list',
  kind: 'command',
  atDirectory: true,
  doors: [admin('DELETE', '/api/v1/admin/suppressions')],
  roles: ['support'],
  input: Type.Object(personMembers),
  example: { email: 'leela@example.com' },
  output: Released,
  errors: ['not_found'],

  run: (ctx, members) => release(ctx, namedKeys(ctx.ports, members)),
});
