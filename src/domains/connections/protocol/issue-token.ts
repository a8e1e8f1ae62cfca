import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { countGuess } from '#domains/keys/index.ts';
import { isOurResource } from '../rules.ts';
import { AgentSignIn } from '../sign-in.ts';
import { codeHashOf, refreshHashOf } from '../tokens.ts';
import { exchangeCode } from './exchange-code.ts';
import { isRefused, OAuthError, refused, signInOff } from './oauth-error.ts';
import { renew } from './renew.ts';
import { AgentTokenPair, type Issuing, type TokenAnswer, TokenRequest } from './token-shapes.ts';

const door = {
  isHandshake: true,
  forAnyOrigin: true,
  bodies: { 'application/x-www-form-urlencoded': 'form', 'application/json': 'json' },
  bodyBytesMax: 16 * 1024,
} as const;

export const issueToken = operation({
  id: 'connections.issue-token',
  summary: 'Get or renew the tokens of an agent',
  description:
    'The token endpoint of OAuth 2.1, for public clients with PKCE. A code works once: its second use ends the connection. A refresh ' +
    'token works once: if it is sent again within 60 seconds, the same pair is returned, and after that the connection ends. ' +
    '400 is an error in the words of OAuth.',
  kind: 'process',
  doors: [
    open('POST', '/api/v1/oauth/tokens', door),
    // For programs that read no metadata.
    open('POST', '/token', door),
  ],
  // A repeat derives the same pair or is refused, and stored answers would keep secrets.
  idempotency: 'none',
  secretAnswer: true,
  input: TokenRequest,
  output: Type.Union([AgentTokenPair, OAuthError]),
  errors: ['rate_limited'],
  status: (answer) => (isRefused(answer) ? 400 : 200),
  statuses: [400],

  async run(ctx, request) {
    ctx.header('Cache-Control', 'no-store');
    const { grant_type, resource } = request;
    if (!ctx.ports.use(AgentSignIn).isOn()) return signInOff;
    const publicUrl = ctx.ports.publicUrl();
    if (!isOurResource(resource, publicUrl))
      return refused('invalid_target', `The only resource is ${publicUrl}/mcp.`);
    if (grant_type === 'authorization_code') return byCode(ctx, request);
    if (grant_type === 'refresh_token') return byRefreshToken(ctx, request);
    return grant_type === undefined
      ? refused('invalid_request', 'Send grant_type: authorization_code or refresh_token.')
      : refused('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  },
});

async function byCode(ctx: Issuing, request: TokenRequest): Promise<TokenAnswer> {
  const missing = (['code', 'client_id', 'code_verifier'] as const).filter((name) => !request[name]);
  if (missing.length > 0) return refused('invalid_request', `Send ${missing.join(', ')}.`);
  const hash = codeHashOf(request.code!);
  const answer = hash && (await exchangeCode(ctx, hash, request));
  if (answer) return answer;
  await countGuess(ctx.ports.rateLimiter, 'token', ctx.request.address);
  return refused('invalid_grant', 'The code is unknown. Sign in again.');
}

async function byRefreshToken(ctx: Issuing, request: TokenRequest): Promise<TokenAnswer> {
  const { refresh_token: text } = request;
  if (!text) return refused('invalid_request', 'Send refresh_token.');
  const hash = refreshHashOf(text);
  const answer = hash && (await renew(ctx, hash, { ...request, refresh_token: text }));
  if (answer) return answer;
  await countGuess(ctx.ports.rateLimiter, 'token', ctx.request.address);
  return refused('invalid_grant', 'The refresh token is unknown. Sign in again.');
}
