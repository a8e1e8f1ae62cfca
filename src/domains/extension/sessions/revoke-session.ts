import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { SessionForDashboard, SessionId, sessionForDashboard } from '../shapes.ts';
import { endSession } from '../sql.ts';

export const revokeSession = operation({
  id: 'extension.revoke-session',
  summary: "End the session of an account's browser extension",
  description: 'Every process refuses its tokens at once. Ending a session that has ended changes nothing.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/extension/sessions/{account_id}/{session_id}/revocation')],
  account: 'required',
  input: Type.Object({ session_id: SessionId }),
  output: SessionForDashboard,
  errors: ['not_found'],

  async run(ctx, { session_id: id }) {
    const at = ctx.now();
    const session = await endSession(ctx.db, { account: ctx.account.id, id, because: 'revoked', at });
    if (!session) return ctx.fail('not_found', { detail: 'This account has no session with this id.' });
    return sessionForDashboard(session, at);
  },
});
