import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const website = 'https://www.example.com';
const extension = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const environment = { WEBSITE_ORIGINS: `${website},http://localhost:3000`, EXTENSION_ORIGINS: extension };
const service = await testService({ environment });
after(() => service[Symbol.asyncDispose]());

const preflight = (path: string, method: string, origin: string) =>
  service.request('OPTIONS' as 'GET', path, { headers: { origin, 'access-control-request-method': method } });

const doors = manifest.operations.flatMap(({ doors }) => doors);
const forWebsites = doors.filter((door) => door.forWebsites);
const addressOf = (path: string) => path.replace(/\{\w+\}/g, 'x');

test('websites may call what they need, and nothing else', () => {
  assert.deepEqual(forWebsites.map(doorName).toSorted(), [
    'GET /api/pricing',
    'GET /api/v1/billing/claim-token',
    'GET /api/v1/billing/plans',
    'GET /api/v1/find/{lookup_id}',
    'GET /api/v1/growth/active',
    'POST /api/v1/billing/checkout',
    'POST /api/v1/find',
    'POST /api/v1/find/price',
  ]);
});

for (const door of forWebsites) {
  test(`${doorName(door)} answers the preflight of a listed website, without cookies`, async () => {
    for (const origin of [website, 'http://localhost:3000']) {
      const { statusCode, headers, body } = await preflight(addressOf(door.path), door.method, origin);
      assert.deepEqual([statusCode, body], [204, '']);
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.equal(headers['access-control-allow-methods'], door.method);
      assert.match(String(headers['access-control-allow-headers']), /Authorization/);
      assert.equal(headers.vary, 'Origin');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  });
}

test('a website may send the secret of a repeat to the public checkout, and to no other door', async () => {
  for (const door of forWebsites) {
    const { headers } = await preflight(addressOf(door.path), door.method, website);
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    assert.equal(allowed.includes('Idempotency-Secret'), door.path === '/api/v1/billing/checkout');
  }
});

test('pages of every origin may read how agents sign in, and ask for tokens', async () => {
  const open = doors.filter((door) => door.forAnyOrigin);
  assert.deepEqual(open.map(doorName).toSorted(), [
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/mcp',
    'POST /api/v1/oauth/registration',
    'POST /api/v1/oauth/revoke',
    'POST /api/v1/oauth/tokens',
    'POST /register',
    'POST /token',
  ]);
  for (const door of open) {
    // A credential of the browser, such as a cookie, would be the reader's.
    assert.equal(door.access, 'public');
    const { statusCode, headers } = await preflight(door.path, door.method, 'https://agents.example');
    assert.equal(statusCode, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
});

for (const door of doors.filter(
  ({ forWebsites, forAnyOrigin, page }) => !forWebsites && !forAnyOrigin && !page,
)) {
  test(`${doorName(door)} lets no website in`, async () => {
    const { headers } = await preflight(addressOf(door.path), door.method, website);
    assert.equal(headers['access-control-allow-origin'], undefined);
  });
}

for (const origin of ['https://www.example.com.evil.example', 'http://www.example.com', 'null', extension]) {
  test(`${origin} is no listed website`, async () => {
    const { headers } = await service.request('GET', '/api/pricing', { headers: { origin } });
    assert.deepEqual([headers['access-control-allow-origin'], headers.vary], [undefined, 'Origin']);
  });
}

test('a listed website reads answers and refusals, with their headers', async () => {
  const { text } = await givenKey(service.database.db, { accountId: 'with-a-website' });
  const prices = await service.request('GET', '/api/pricing', { headers: { origin: website } });
  const found = await service.request('POST', '/api/v1/find', {
    headers: { origin: website, authorization: `Bearer ${text}` },
    body: {},
  });
  const refused = await service.request('POST', '/api/v1/find', { headers: { origin: website }, body: {} });
  assert.deepEqual([prices.statusCode, found.statusCode, refused.statusCode], [200, 422, 401]);
  for (const { headers } of [prices, found, refused]) {
    assert.equal(headers['access-control-allow-origin'], website);
    assert.match(String(headers['access-control-expose-headers']), /X-Request-Id.*ETag.*Retry-After/);
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
});
