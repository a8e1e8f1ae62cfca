import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Phase } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { accountById, lockAccount } from '#domains/accounts/index.ts';
import { lockCredits, startBudget, timeZoneOf } from '#domains/credits/index.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { dropConnectionKeys, issueConnectionKey, KeyGate } from '#domains/keys/index.ts';
import { mailNewConnection } from '../connection-mail.ts';
import { endConnections } from '../end-connections.ts';
import {
  beyondRoom,
  type CodeRow,
  dropCode,
  endedBeyondList,
  insertConnection,
  lockedCode,
  useCode,
} from '../sql.ts';
import { newTokens } from '../tokens.ts';
import { type OAuthError, refused } from './oauth-error.ts';
import { type Issuing, type TokenAnswer, type TokenRequest, tokensOnWire } from './token-shapes.ts';

type Exchange = Phase & Pick<Context, 'ports' | 'now' | 'request'>;

/** Takes a code once, and makes the connection that its person agreed to. Null for an unknown code. */
export const exchangeCode = (
  ctx: Issuing,
  hash: string,
  request: TokenRequest,
): Promise<TokenAnswer | null> =>
  ctx.phase((phase) =>
    take({ ...phase, ports: ctx.ports, now: ctx.now, request: ctx.request }, hash, request),
  );

async function take(ctx: Exchange, hash: string, request: TokenRequest): Promise<TokenAnswer | null> {
  const { db } = ctx;
  const code = await lockedCode(db, hash);
  if (!code) return null;
  const { account, connection } = code;
  if (connection !== null) {
    // Two programs have the code, and one of them should not.
    await endConnections(ctx, { account, ids: [connection], because: 'code_reused', at: ctx.now() });
    return refused('invalid_grant', 'The code was used before. The connection has ended: sign in again.');
  }
  const refusal = faultOf(code, request, ctx.now()) ?? (await standingOf(ctx, code));
  if (!refusal) return connect(ctx, hash, code);
  await dropCode(db, hash);
  return refusal;
}

function faultOf(code: CodeRow, request: TokenRequest, now: Date): OAuthError | null {
  const { client_id, redirect_uri, code_verifier } = request;
  if (code.expires_at <= now)
    return refused('invalid_grant', 'The code is older than a minute. Sign in again.');
  if (client_id !== code.client_id)
    return refused('invalid_grant', 'The code was given to another client_id.');
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri)
    return refused('invalid_grant', 'The redirect_uri is not the one that the code was sent to.');
  return verifies(code_verifier!, code.challenge)
    ? null
    : refused('invalid_grant', 'The code_verifier does not match the code_challenge.');
}

const verifierForm = /^[\w.~-]{43,128}$/;

/** RFC 7636 §4.6. */
const verifies = (verifier: string, challenge: string): boolean =>
  verifierForm.test(verifier) &&
  timingSafeEqual(
    Buffer.from(createHash('sha256').update(verifier).digest('base64url')),
    Buffer.from(challenge),
  );

async function standingOf(ctx: Exchange, { account, created_at }: CodeRow): Promise<OAuthError | null> {
  const { account_id } = (await accountById(ctx.db, account))!;
  const principal = { account_id, ip: ctx.request.address };
  if (await lockOnOpened(ctx.ports, ctx.now, { principal, openedAt: created_at }))
    return refused('invalid_grant', 'The account is locked.');
  return (await ctx.ports.use(KeyGate).standingOf({ account, key_id: null })) === 'key'
    ? refused('invalid_grant', 'A key or a connection of the account is banned.')
    : null;
}

async function connect(ctx: Exchange, hash: string, code: CodeRow): Promise<TokenAnswer> {
  const { db } = ctx;
  const { account, client_id, client_name, client_host, redirect_uri, scopes, credits_per_day } = code;
  const at = ctx.now();
  await lockAccount(db, account);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const beyond = ids(await beyondRoom(db, account, at));
  if (beyond.length > 0) await endConnections(ctx, { account, ids: beyond, because: 'over_limit', at });
  await dropConnectionKeys(db, ids(await endedBeyondList(db, account, at)));

  const id = newId('con');
  const tokens = newTokens();
  await issueConnectionKey(db, { id, account, name: client_name });
  await insertConnection(
    db,
    { id, account, client_id, client_name, client_host, redirect_uri, scopes, at },
    tokens,
  );
  await useCode(db, hash, id);
  if (credits_per_day !== null) await budget(ctx, { id, account, credits: credits_per_day });
  await mailNewConnection(ctx, code);
  return tokensOnWire(tokens, scopes);
}

/** Nothing can have been spent yet. */
async function budget(
  { db }: Exchange,
  { id, account, credits }: { id: string; account: number; credits: number },
): Promise<void> {
  await lockCredits(db, account);
  const time_zone = await timeZoneOf(db, account);
  const period = { period: 'day', time_zone, credits, spent: 0 } as const;
  await startBudget(db, { id: newId('bud'), account, scope: 'key', members: [id], ...period });
}
