import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import type { TokenPair } from '#values/token-pair.ts';
import { redirectUriLengthMax } from '../clients/client.ts';
import { clientIdLengthMax } from '../clients/registered.ts';
import { accessTokenMs, scopeText } from '../rules.ts';
import type { ConnectionRow } from '../sql.ts';
import type { OAuthError } from './oauth-error.ts';

const sent = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const TokenRequest = Type.Object({
  grant_type: sent(100, '`authorization_code` or `refresh_token`.'),
  client_id: sent(clientIdLengthMax, 'The program.'),
  code: sent(200, 'The code that the page of consent sent.'),
  redirect_uri: sent(redirectUriLengthMax, 'Where the code was sent.'),
  code_verifier: sent(200, 'The text whose SHA-256 is the challenge.'),
  refresh_token: sent(200, 'The newest refresh token.'),
  resource: sent(2_000, 'The address of the MCP endpoint.'),
  scope: sent(1_000, 'At a renewal, at most the scopes of the connection.'),
});
export type TokenRequest = Static<typeof TokenRequest>;

export const AgentTokenPair = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as `Authorization: Bearer …` to `/mcp`.' }),
    token_type: Type.Literal('Bearer', { description: 'Always `Bearer`.' }),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    refresh_token: Type.String({ description: 'Works once, and returns the next pair.' }),
    scope: Type.String({ description: 'The scopes that the person allowed.', examples: ['lookup usage'] }),
  },
  { title: 'AgentTokenPair' },
);
export type TokenAnswer = Static<typeof AgentTokenPair> | OAuthError;

export const tokensOnWire = (
  { access, refresh }: TokenPair,
  scopes: ConnectionRow['scopes'],
): TokenAnswer => ({
  access_token: access.text,
  token_type: 'Bearer',
  expires_in: accessTokenMs / 1000,
  refresh_token: refresh.text,
  scope: scopeText(scopes),
});

export type Issuing = Context<'rate_limited'>;
