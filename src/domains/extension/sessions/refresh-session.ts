import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { beyondLimit, countGuess } from '#domains/keys/index.ts';
import { judgeRefresh } from '#values/token-pair.ts';
import { renewedAt } from '../rules.ts';
import { Tokens, tokensOnWire } from '../shapes.ts';
import { endSession, lockedByRefresh, renewSession, sessionOfRefresh } from '../sql.ts';
import { nextTokens, refreshHashOf } from '../tokens.ts';

/** A session needs one an hour. */
const refreshesPerMinute = 10;

export const refreshSession = operation({
  id: 'extension.refresh-session',
  summary: "Renew the tokens of a browser extension's session",
  description:
    'A refresh token works once. If it is sent again within 60 seconds, because the response was lost, the same pair is returned. ' +
    'If it is sent again later, another program may have it, and the whole session ends.',
  kind: 'process',
  doors: [open('POST', '/api/v1/extension/refresh', { forExtensions: true })],
  // A repeat derives the same pair, and stored answers would keep secrets.
  idempotency: 'none',
  secretAnswer: true,
  input: Type.Object({
    refresh_token: requiredText(
      200,
      'The newest refresh token of the session.',
      'cty_refresh_8uZk1dXs4Wc6mPv0Jf7nRy2qLt5hEb9G3kD4Ma',
    ),
  }),
  output: Tokens,
  errors: ['session_ended', 'account_locked', 'rate_limited'],

  async run(ctx, { refresh_token: text }) {
    const { ports, request } = ctx;
    const hash = refreshHashOf(text);
    const session = hash && (await sessionOfRefresh(ctx.db, hash));
    if (!session) {
      await countGuess(ports.rateLimiter, 'token', request.address);
      return ctx.fail('session_ended');
    }
    const turn = await ports.rateLimiter.admit(`refresh:${session.id}`, refreshesPerMinute);
    if (!turn.admitted) throw beyondLimit(turn);
    const { id, account, account_id, created_at: openedAt } = session;
    const principal = { account_id, ip: request.address };
    const lock = await lockOnOpened(ports, ctx.now, { principal, openedAt });
    if (lock === 'locked') return ctx.fail('account_locked');
    if (lock === 'ended') {
      await ctx.phase(({ db }) => endSession(db, { account, id, because: 'revoked', at: ctx.now() }));
      return ctx.fail('session_ended');
    }

    // The end of a session must be kept, so it commits before the token is refused.
    const renewed = await ctx.phase(({ db }) =>
      renewBy(db, { text, hash, pepper: ports.suppressionPepper, at: ctx.now() }),
    );
    return renewed ?? ctx.fail('session_ended');
  },
});

async function renewBy(
  db: Db,
  { text, hash, pepper, at }: { text: string; hash: string; pepper: string; at: Date },
) {
  const session = await lockedByRefresh(db, hash);
  if (!session) return null;
  const { account, id, token_used_at: usedAt } = session;
  const verdict = judgeRefresh(session, at);
  if (verdict === 'reused') await endSession(db, { account, id, because: 'token_reused', at });
  if (verdict !== 'good') return null;
  const tokens = nextTokens(pepper, text);
  if (!usedAt) await renewSession(db, session, { used: hash, tokens, at });
  return tokensOnWire(renewedAt(session, usedAt ?? at), tokens);
}
