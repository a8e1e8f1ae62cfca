import Type from 'typebox';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { lockOnOpened, trackBrowser } from '#domains/identity/index.ts';
import { isWorthKeeping, sessionEnd } from './rules.ts';
import { browserMembers, TokenHash, WebSession } from './shapes.ts';
import { deleteSession, keepSession, sessionByHash } from './sql.ts';

const states = ['live', 'ended', 'locked', 'elsewhere'] as const;

export const checkWebSession = operation({
  id: 'sign-in.check-web-session',
  summary: 'Check a session of the customers’ pages, and record its heartbeat',
  description:
    'Call this for every request of the pages. A session that is locked, or live at another address, is deleted.',
  kind: 'process',
  doors: [internal('POST', '/internal/sign-in/sessions/check')],
  idempotency: 'none',
  input: Type.Object({ token_hash: TokenHash, ...browserMembers }),
  example: {
    token_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ip: '203.0.113.9',
    user_agent: 'Mozilla/5.0',
  },
  output: Type.Object({
    state: Type.Enum([...states], {
      description:
        '`ended`: signed out, expired, unknown, or opened before a lock that has ended. `locked`: a lock is in force. `elsewhere`: another session of the account is ' +
        'live at another address.',
      examples: ['live'],
    }),
    session: orNull(WebSession, 'Null unless the state is `live`.'),
  }),

  async run(ctx, { token_hash: hash, ip, user_agent }) {
    const now = ctx.now();
    const session = await sessionByHash(ctx.db, hash, now);
    if (!session) return { state: 'ended' as const, session: null };

    const { id, account_id, email, name, created_at: openedAt, expires_at: end } = session;
    const lock = await lockOnOpened(ctx.ports, ctx.now, { principal: { ...session, ip }, openedAt });
    const browser = { account_id, session_id: id, ip, user_agent };
    const state = await trackBrowser(ctx, { ...browser, ended: lock !== null });
    if (lock || state !== 'live') {
      await ctx.phase(({ db }) => deleteSession(db, hash));
      return { state: lock ?? ('elsewhere' as const), session: null };
    }
    const expires_at = sessionEnd(openedAt, now);
    if (isWorthKeeping(end, expires_at)) await ctx.phase(({ db }) => keepSession(db, hash, expires_at));
    return { state, session: { id, account_id, email, name, expires_at } };
  },
});
