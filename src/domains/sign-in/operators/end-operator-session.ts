import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { TokenHash } from '../shapes.ts';
import { deleteOperatorSession } from './sql.ts';

export const endOperatorSession = operation({
  id: 'sign-in.end-operator-session',
  summary: 'End a session of the console',
  description: 'For an operator who signs out. Ending a session that has ended changes nothing.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators/sessions/end', { forPagesServer: true })],
  idempotency: 'none',
  roles: ['finance', 'support', 'reader'],
  input: Type.Object({ token_hash: TokenHash }),
  output: Type.Object({ ended: Type.Boolean({ description: 'Whether it was there until now.' }) }),

  async run(ctx, { token_hash: hash }) {
    const ended = (await deleteOperatorSession(ctx.db, { hash })) !== null;
    ctx.audit('operator.signed_out', { before: { is_open: ended }, after: { is_open: false } });
    return { ended };
  },
});
