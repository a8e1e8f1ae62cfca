import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText, text } from '#core/shapes.ts';
import { maskedEmail } from '#values/masked.ts';
import { deleteLink } from './sql.ts';

export const revokeOperatorLink = operation({
  id: 'sign-in.revoke-operator-link',
  summary: 'End a one-time link to the console',
  description: 'Also ends the session that the link has opened.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators/links/{link_id}/revocation')],
  idempotency: 'none',
  roles: [],
  input: Type.Object({
    link_id: requiredText(100, 'The `id` in the list.', 'lnk_5kQv0rYx2LmT8aZc1BnW3d'),
  }),
  output: Type.Object({
    email: text('The address that the link was for.'),
    sessions: Type.Integer({ description: 'How many open sessions ended with it: 0 or 1.' }),
  }),
  errors: ['not_found'],

  async run(ctx, { link_id: id }) {
    const ended = await deleteLink(ctx.db, id);
    if (!ended) return ctx.fail('not_found', { detail: 'There is no link with this id.' });
    ctx.audit('operator.link_revoked', {
      before: { link_id: id, ...ended, email: maskedEmail(ended.email) },
      after: null,
    });
    return ended;
  },
});
