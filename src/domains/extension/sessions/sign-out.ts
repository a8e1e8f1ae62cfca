import { extension } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { SessionForDashboard, sessionForDashboard } from '../shapes.ts';
import { endSession } from '../sql.ts';

export const signOut = operation({
  id: 'extension.sign-out',
  summary: 'Sign a browser extension out',
  description: 'Ends the session. None of its tokens works any more.',
  kind: 'command',
  doors: [extension('DELETE', '/api/v1/extension/session')],
  account: 'required',
  output: SessionForDashboard,

  async run(ctx) {
    if (ctx.caller.kind !== 'extension') throw new Error('only a session comes through this door');
    const at = ctx.now();
    const { sessionId: id } = ctx.caller;
    const ended = await endSession(ctx.db, { account: ctx.account.id, id, because: 'signed_out', at });
    return sessionForDashboard(ended!, at);
  },
});
