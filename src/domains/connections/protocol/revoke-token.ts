import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { countGuess } from '#domains/keys/index.ts';
import { clientIdLengthMax } from '../clients/registered.ts';
import { endConnections } from '../end-connections.ts';
import { connectionOfToken } from '../sql.ts';
import { accessHashOf, refreshHashOf } from '../tokens.ts';

export const revokeToken = operation({
  id: 'connections.revoke-token',
  summary: 'Sign an agent out',
  description:
    'Ends the connection of an access token or a refresh token (RFC 7009). An unknown token is 200 too.',
  kind: 'command',
  doors: [
    open('POST', '/api/v1/oauth/revoke', {
      isHandshake: true,
      forAnyOrigin: true,
      bodies: { 'application/x-www-form-urlencoded': 'form', 'application/json': 'json' },
      bodyBytesMax: 16 * 1024,
    }),
  ],
  idempotency: 'none',
  input: Type.Object({
    token: Type.Optional(Type.String({ maxLength: 200, description: 'A token of the connection.' })),
    client_id: Type.Optional(Type.String({ maxLength: clientIdLengthMax, description: 'The program.' })),
  }),
  output: Type.Object({}),
  errors: ['rate_limited'],

  async run(ctx, { token = '', client_id }) {
    const hash = refreshHashOf(token) ?? accessHashOf(token);
    const connection = hash && (await connectionOfToken(ctx.db, hash));
    if (!connection) {
      await countGuess(ctx.ports.rateLimiter, 'token', ctx.request.address);
      return {};
    }
    if (client_id !== undefined && client_id !== connection.client_id) return {};
    const { account, id } = connection;
    await endConnections(ctx, { account, ids: [id], because: 'signed_out', at: ctx.now() });
    return {};
  },
});
