import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { endSessions } from '../sql.ts';

export const endAllSessions = operation({
  id: 'extension.end-all-sessions',
  summary: "End all sessions of an account's browser extensions",
  description: 'Every process refuses their tokens at once.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/extension/sessions/{account_id}/revocation')],
  account: 'required',
  idempotency: 'none',
  output: Type.Object({ ended: Type.Integer({ description: 'How many were live until now.' }) }),

  async run(ctx) {
    const end = { account: ctx.account.id, because: 'revoked', at: ctx.now() } as const;
    return { ended: await endSessions(ctx.db, end) };
  },
});
