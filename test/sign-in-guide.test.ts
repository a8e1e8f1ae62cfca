/** Tries the variables, addresses and log lines of docs/guide/sign-in.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import { openLog } from '#platform/log/open-log.ts';
import { callbackPath } from '#surfaces/web/sign-in/provider.ts';
import { blocksOf } from './support/guide.ts';
import { identityProvider } from './support/identity-provider.ts';
import { pagesWithStub } from './support/stub-api.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/guide/sign-in.md'), 'utf8');
const providers = ['Google', 'Keycloak', 'authentik'];
const origin = 'https://contacts.example.com';

const variablesOf = (name: string): Record<string, string> => {
  const [block] = blocksOf('sign-in.md', name).filter(({ language }) => language === 'sh');
  return Object.fromEntries(
    block!.text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
};

test('every variable that the guide names exists, and each set of them starts the service', () => {
  /** Of Node.js itself. */
  const foreign = ['NODE_EXTRA_CA_CERTS'];
  const known = new Set([...Object.keys(readConfig({ NODE_ENV: 'test' })), ...foreign]);
  const named = new Set(text.match(/\b[A-Z]{3,}_[A-Z_]+\b/g));
  assert.ok(named.size >= 7);
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
  for (const name of providers) {
    const config = readConfig({ NODE_ENV: 'test', ...variablesOf(name) });
    assert.equal(config.OIDC_ISSUER, variablesOf(name).OIDC_ISSUER, name);
  }
});

const issuer = await identityProvider();
after(() => issuer[Symbol.asyncDispose]());
afterEach(() => {
  Object.assign(issuer, { claims: {}, metadata: {}, symmetricSecret: null, refusal: null });
});

interface Change {
  environment?: Record<string, string>;
  answer?: Record<string, string>;
  hasCookie?: boolean;
}

/** Signs in by the stand-in. Returns what the provider was asked for, the answer, and what the log says. */
async function walk({ environment = {}, answer = {}, hasCookie = true }: Change = {}) {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const variables = { ...variablesOf('authentik'), OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: 'pages' };
  await using stub = await pagesWithStub({ ...variables, ...environment }, log);
  const { server } = stub.pages;
  const start = await server.inject({ method: 'GET', url: '/app/sign-in/start' });
  if (start.statusCode !== 303) return { asked: null, status: start.statusCode, lines };
  const asked = new URL(String(start.headers.location)).searchParams;
  const [cookie] = [start.headers['set-cookie'] ?? []].flat();
  const { state, nonce } = Object.fromEntries(asked);
  const query = new URLSearchParams({ code: nonce!, state: state!, iss: issuer.issuer, ...answer });
  const back = await server.inject({
    method: 'GET',
    url: `${callbackPath}?${query}`,
    headers: hasCookie ? { cookie: cookie!.split(';')[0]! } : {},
  });
  return { asked, status: back.statusCode, lines };
}

test('the redirect URI, the scopes and PKCE are those that the service sends', async () => {
  const { asked } = await walk();
  assert.equal(asked!.get('redirect_uri'), `${origin}/app/sign-in/callback`);
  assert.equal(asked!.get('code_challenge_method'), 'S256');
  assert.ok(text.includes(`\n${asked!.get('redirect_uri')}\n`));
  assert.equal(asked!.get('scope'), 'openid email profile');
  assert.ok(text.includes('the scopes `openid`, `email` and `profile`'));
});

test('an issuer with a path and a slash at the end, as authentik’s, signs in', async () => {
  const OIDC_ISSUER = `${issuer.issuer}/application/o/contactry/`;
  issuer.metadata = { issuer: OIDC_ISSUER };
  issuer.claims = { iss: OIDC_ISSUER };
  const { status } = await walk({ environment: { OIDC_ISSUER }, answer: { iss: OIDC_ISSUER } });
  assert.equal(status, 303);
});

const past = Math.floor(Date.now() / 1000) - 3_600;
const wrong: Record<string, Change & { setUp?: Partial<typeof issuer> }> = {
  'discovered metadata issuer does not match the expected issuer': {
    environment: { OIDC_ISSUER: `${issuer.issuer}/realms/customers` },
  },
  'unexpected HTTP response status code': { setUp: { metadata: null } },
  'fetch failed': { environment: { OIDC_ISSUER: 'http://127.0.0.1:9' } },
  'server responded with an error in the response body (invalid_client)': {
    setUp: { refusal: 'invalid_client' },
  },
  'unexpected JWT "alg" header parameter': { setUp: { symmetricSecret: 'c'.repeat(32) } },
  'unsupported JWS algorithm': {
    setUp: {
      symmetricSecret: 'c'.repeat(32),
      metadata: { id_token_signing_alg_values_supported: ['HS256'] },
    },
  },
  'unexpected JWT "iss" (issuer) claim value': { setUp: { claims: { iss: 'http://keycloak.internal' } } },
  'unexpected JWT "exp" (expiration time) claim value': { setUp: { claims: { exp: past } } },
  'the browser has no sign-in under way': { hasCookie: false },
  access_denied: { answer: { error: 'access_denied' } },
  email_missing: { setUp: { claims: { email: undefined } } },
  email_unverified: { setUp: { claims: { email_verified: false } } },
};

for (const [cause, { setUp, ...change }] of Object.entries(wrong)) {
  test(`the log has what the guide says: ${cause}`, async () => {
    Object.assign(issuer, setUp);
    const { status, lines } = await walk(change);
    assert.ok(status >= 400);
    const line = lines.find((one) => /refused a sign-in|a page failed/.test(one));
    assert.ok(line?.includes(JSON.stringify(cause).slice(1, -1)), lines.join());
    const row = text.split('\n').find((one) => one.startsWith('| `') && one.includes(`\`${cause}\``));
    assert.equal(row?.startsWith('| `a page failed`'), line!.includes('a page failed'), cause);
  });
}
