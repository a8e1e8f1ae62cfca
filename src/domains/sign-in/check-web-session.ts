import Type from 'typebox';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { lockOnOpened, trackBrowser } from '#domains/identity/index.ts';
import { sessionOnWire } from './on-wire.ts';
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
  output: Type.Object({
    state: Type.Enum([...states], {
      description:
        '`ended`: signed out, expired, unknown, or opened before a lock that has ended. `locked`: a lock is in force. `elsewhere`: another session of the account is ' +
        'live at another address.',
      examples: ['live'],
    }),
    session: orNull(WebSession, 'Null unless the state is `live`.'),
  }),
  errors: [],

  async run(ctx, { token_hash: hash, ip, user_agent: userAgent }) {
    const now = ctx.now();
    const session = await sessionByHash(ctx.db, hash, now);
    if (!session) return { state: 'ended' as const, session: null };

    const { id: sessionId, accountId, email, provider, providerUserId } = session;
    const principal = { account_id: accountId, email, provider, provider_user_id: providerUserId, ip };
    const lock = await lockOnOpened(ctx.ports, ctx.now, { principal, openedAt: session.createdAt });
    const state = await trackBrowser(ctx, { accountId, sessionId, ip, userAgent, ended: lock !== null });
    if (lock || state !== 'live') {
      await ctx.phase(({ db }) => deleteSession(db, hash));
      return { state: lock ?? ('elsewhere' as const), session: null };
    }
    const end = sessionEnd(session.createdAt, now);
    if (isWorthKeeping(session.expiresAt, end)) await ctx.phase(({ db }) => keepSession(db, hash, end));
    return { state, session: sessionOnWire({ ...session, expiresAt: end }) };
  },
});
