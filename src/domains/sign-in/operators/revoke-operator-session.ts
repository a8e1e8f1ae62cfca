import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText, text } from '#core/shapes.ts';
import { maskedEmail } from '#values/masked.ts';
import { deleteOperatorSession } from './sql.ts';

export const revokeOperatorSession = operation({
  id: 'sign-in.revoke-operator-session',
  summary: 'End a session of the console',
  description: 'Any operator may end any session. It is refused from the next request on.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators/sessions/{session_id}/revocation')],
  idempotency: 'none',
  roles: [],
  input: Type.Object({
    session_id: requiredText(100, 'The `id` in the list.', 'ses_5kQv0rYx2LmT8aZc1BnW3d'),
  }),
  output: Type.Object({ email: text('Email of the operator who was signed in.') }),
  errors: ['not_found'],

  async run(ctx, { session_id: id }) {
    const email = await deleteOperatorSession(ctx.db, { id });
    if (email === null) return ctx.fail('not_found', { detail: 'No session is open under this id.' });
    ctx.audit('operator.session_revoked', {
      before: { session_id: id, email: maskedEmail(email) },
      after: null,
    });
    return { email };
  },
});
