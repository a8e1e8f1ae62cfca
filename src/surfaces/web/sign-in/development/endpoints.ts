import type { FastifyInstance } from 'fastify';
import { readForm } from '../../read-form.ts';
import { developmentPath, type Provider } from '../provider.ts';
import type { DevelopmentIssuer } from './issuer.ts';

/** What the server of the pages asks: discovery, key set and tokens. */
export function addEndpoints(server: FastifyInstance, issuer: DevelopmentIssuer, provider: Provider): void {
  server.get(`${developmentPath}/.well-known/openid-configuration`, async () => {
    const name = provider.issuer();
    return {
      issuer: name,
      authorization_endpoint: `${name}/authorize`,
      token_endpoint: `${name}/token`,
      jwks_uri: `${name}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
  });

  server.get(`${developmentPath}/keys`, () => issuer.keys());

  server.post(`${developmentPath}/token`, async (request, reply) => {
    const given = await readForm(request.body as never);
    const token = await issuer.redeem({
      issuer: provider.issuer(),
      code: given.code ?? '',
      clientId: given.client_id ?? '',
      redirectUri: given.redirect_uri ?? '',
      verifier: given.code_verifier ?? '',
    });
    reply.header('cache-control', 'no-store');
    if (token === null) return reply.code(400).send({ error: 'invalid_grant' });
    return { access_token: 'none', token_type: 'bearer', expires_in: 60, id_token: token };
  });
}
