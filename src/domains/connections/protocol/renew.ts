import type { Context, Phase } from '#core/context.ts';
import { accountById } from '#domains/accounts/index.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { beyondLimit } from '#domains/keys/index.ts';
import { judgeRefresh } from '#values/token-pair.ts';
import { endConnections } from '../end-connections.ts';
import type { EndReason } from '../rules.ts';
import { type ConnectionByToken, connectionOfToken, lockedByToken, renewConnection } from '../sql.ts';
import { nextTokens } from '../tokens.ts';
import { type OAuthError, refused } from './oauth-error.ts';
import { type Issuing, type TokenAnswer, type TokenRequest, tokensOnWire } from './token-shapes.ts';

/** A connection needs one an hour. */
const renewalsPerMinute = 10;

type Renewal = Omit<TokenRequest, 'refresh_token'> & { refresh_token: string };

/** Renews the tokens of a connection. Null for an unknown token. */
export async function renew(ctx: Issuing, hash: string, request: Renewal): Promise<TokenAnswer | null> {
  const { ports, now } = ctx;
  const connection = await connectionOfToken(ctx.db, hash);
  if (!connection) return null;
  const refusal = faultOf(connection, request);
  if (refusal) return refusal;
  const turn = await ports.rateLimiter.admit(`renew:${connection.id}`, renewalsPerMinute);
  if (!turn.admitted) throw beyondLimit(turn);
  const lock = await lockOn(ctx, connection);
  if (lock === 'locked') return refused('invalid_grant', 'The account is locked.');
  // The end of a connection must be kept, so it commits before the token is refused.
  const phase = (work: (phase: Renewing) => Promise<TokenAnswer>) =>
    ctx.phase((parts) => work({ ...parts, ports, now }));
  return lock === 'ended'
    ? phase((parts) => end(parts, connection, 'locked'))
    : phase((parts) => renewBy(parts, hash, request.refresh_token));
}

type Renewing = Phase & Pick<Context, 'ports' | 'now'>;

function faultOf({ client_id, scopes }: ConnectionByToken, request: Renewal): OAuthError | null {
  if (request.client_id !== undefined && request.client_id !== client_id)
    return refused('invalid_grant', 'The token was given to another client_id.');
  const asked = (request.scope ?? '').split(' ').filter((name) => name !== '' && name !== 'offline_access');
  const granted: readonly string[] = scopes;
  return asked.every((name) => granted.includes(name))
    ? null
    : refused('invalid_scope', `The connection has only: ${scopes.join(' ')}. Sign in again for more.`);
}

async function lockOn(ctx: Issuing, { account, created_at }: ConnectionByToken) {
  const { account_id } = (await accountById(ctx.db, account))!;
  const principal = { account_id, ip: ctx.request.address };
  return lockOnOpened(ctx.ports, ctx.now, { principal, openedAt: created_at });
}

async function end(
  ctx: Renewing,
  { account, id }: ConnectionByToken,
  because: EndReason,
): Promise<OAuthError> {
  await endConnections(ctx, { account, ids: [id], because, at: ctx.now() });
  return refused('invalid_grant', 'The connection has ended. Sign in again.');
}

async function renewBy(ctx: Renewing, hash: string, text: string): Promise<TokenAnswer> {
  const { db, ports } = ctx;
  const at = ctx.now();
  const connection = await lockedByToken(db, hash);
  const verdict = connection && !connection.revoked_at ? judgeRefresh(connection, at) : 'ended';
  if (verdict === 'reused') return end(ctx, connection!, 'token_reused');
  if (verdict === 'ended') return refused('invalid_grant', 'The connection has ended. Sign in again.');
  const tokens = nextTokens(ports.suppressionPepper, text);
  if (!connection!.token_used_at) await renewConnection(db, connection!.id, { used: hash, tokens, at });
  return tokensOnWire(tokens, connection!.scopes);
}
