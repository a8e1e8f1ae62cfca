import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface IdentityProvider extends AsyncDisposable {
  issuer: string;
  /** Claims of the next ID tokens, over those of a person whose address is verified. */
  claims: Record<string, unknown>;
  /** Members of its discovery document, over those that it always has. Null: there is no document. */
  metadata: Record<string, unknown> | null;
  /** Signs ID tokens with this secret of the client in place of the published key. */
  symmetricSecret: string | null;
  audience: string;
  /** Signs ID tokens with a key that isn't published. */
  isForged: boolean;
  /** The OAuth error that the token endpoint answers. */
  refusal: string | null;
  /** Members of the token endpoint's requests. */
  redeemed: Record<string, string>[];
}

/** An OpenID Connect provider that signs in any person a test chooses, with good or bad tokens. */
export async function identityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { privateKey: otherKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'ES256', use: 'sig' };
  const redeemed: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, issuer);
    const send = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/keys') return send({ keys: [key] });
    if (pathname !== '/token' && !provider.metadata) return response.writeHead(404).end();
    if (pathname !== '/token') return send({ ...metadataOf(issuer), ...provider.metadata });
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(await request.toArray()).toString()));
    redeemed.push(form);
    if (provider.refusal) {
      response.writeHead(401, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ error: provider.refusal }));
    }
    const { symmetricSecret: secret } = provider;
    const token = new SignJWT({ ...personOf(form.code!), iss: issuer, ...provider.claims });
    token.setProtectedHeader({ alg: secret ? 'HS256' : 'ES256', kid: 'key' });
    token.setAudience(provider.audience).setIssuedAt();
    if (!provider.claims.exp) token.setExpirationTime('5m');
    const own = provider.isForged ? otherKey : privateKey;
    const id_token = await token.sign(secret ? Buffer.from(secret) : own);
    return send({ access_token: 'x', token_type: 'bearer', id_token });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: IdentityProvider = {
    issuer,
    claims: {},
    metadata: {},
    symmetricSecret: null,
    audience: 'pages',
    isForged: false,
    refusal: null,
    redeemed,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
});

/** A test writes the nonce into the code. */
const personOf = (nonce: string) => ({
  sub: 'user-1',
  nonce,
  email: 'Asha@example.com',
  email_verified: true,
  name: 'Asha Example',
});
