import Type from 'typebox';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { trackBrowser } from '#domains/identity/index.ts';
import { browserMembers, TokenHash } from './shapes.ts';
import { deleteSession, sessionByHash } from './sql.ts';

export const endWebSession = operation({
  id: 'sign-in.end-web-session',
  summary: 'End a session of the customers’ pages',
  description: 'For a person who signs out. Ending a session that has ended changes nothing.',
  kind: 'process',
  doors: [internal('POST', '/internal/sign-in/sessions/end')],
  idempotency: 'none',
  input: Type.Object({ token_hash: TokenHash, ...browserMembers }),
  example: {
    token_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ip: '203.0.113.9',
    user_agent: 'Mozilla/5.0',
  },
  output: Type.Object({ ended: Type.Boolean({ description: 'Whether it was live until now.' }) }),

  async run(ctx, { token_hash: hash, ...browser }) {
    const session = await sessionByHash(ctx.db, hash, ctx.now());
    if (!session) return { ended: false };
    const { account_id, id: session_id } = session;
    await trackBrowser(ctx, { account_id, session_id, ...browser, ended: true });
    await ctx.phase(({ db }) => deleteSession(db, hash));
    return { ended: true };
  },
});
