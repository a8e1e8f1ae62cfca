import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import { warnAboutFeatures } from '#app/start/open-ports.ts';
import { testService } from '#test/support/service.ts';
import { pagesWithStub } from '#test/support/stub-api.ts';
import { allows, type DevelopmentFeature, developmentFeatures, openedFeatures } from './development.ts';

const root = join(import.meta.dirname, '../../..');
const features = Object.keys(developmentFeatures) as DevelopmentFeature[];
const publicly = {
  PUBLIC_URL: 'https://contacts.example.com',
  HOST: '0.0.0.0',
  TRUSTED_PROXIES: '127.0.0.1',
};

for (const environment of [
  {},
  { HOST: '::1' },
  { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' },
  { NODE_ENV: 'test', PUBLIC_URL: 'http://127.0.0.1:8080' },
])
  test(`all features are on with ${JSON.stringify(environment)}, and none is announced`, () => {
    const config = readConfig(environment);
    assert.deepEqual(
      features.filter((feature) => !allows(config, feature)),
      [],
    );
    assert.deepEqual(openedFeatures(config), []);
  });

for (const environment of [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '203.0.113.1' },
  { PUBLIC_URL: 'https://contacts.example.com' },
  { PUBLIC_URL: 'http://127.0.0.1.example.com' },
  { TRUSTED_PROXIES: '127.0.0.1' },
  { NODE_ENV: 'production' },
  publicly,
])
  test(`no feature is on with ${JSON.stringify(environment)}, unless its own variable says so`, () => {
    const config = readConfig(environment);
    assert.deepEqual(
      features.filter((feature) => allows(config, feature)),
      [],
    );
    for (const feature of features) {
      const opened = readConfig({ ...environment, [feature]: 'on' });
      assert.deepEqual(
        features.filter((each) => allows(opened, each)),
        [feature],
      );
      assert.deepEqual(openedFeatures(opened), [feature]);
    }
  });

test('a feature can be switched off anywhere', () => {
  for (const feature of features) assert.ok(!allows(readConfig({ [feature]: 'off' }), feature));
});

test('every start repeats in the log which features are open to others, and what that means', () => {
  const said: string[] = [];
  const quiet = () => {};
  const log = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (_: object, words: string) => said.push(words),
  };
  warnAboutFeatures(readConfig({ ...publicly, SANDBOX_PAYMENTS: 'on', PRINTED_SECRETS: 'on' }), log);
  assert.equal(said.length, 2);
  assert.match(said[0]!, /gets credits without paying\. Remove SANDBOX_PAYMENTS=on/);
  warnAboutFeatures(readConfig(publicly), log);
  warnAboutFeatures(readConfig({ SANDBOX_PAYMENTS: 'on' }), log);
  assert.equal(said.length, 2);
});

test('only development.ts asks NODE_ENV', () => {
  const asking = globSync('{src,web,bin,dev,extension}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('node_modules'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('NODE_ENV'));
  assert.deepEqual(asking.sort(), ['src/core/machine/development.ts', 'src/start/config.ts']);
  assert.equal(
    readFileSync(join(root, 'src/start/config.ts'), 'utf8').match(/NODE_ENV/g)?.length,
    1,
    'declares it',
  );
});

test('the guide lists every feature with what it means', () => {
  const guide = readFileSync(join(root, 'docs/guide/deploying.md'), 'utf8');
  for (const [name, meaning] of Object.entries(developmentFeatures))
    assert.ok(guide.includes(`| \`${name}\` | ${meaning} |`), name);
});

test('on a public host without NODE_ENV the sandbox sells nothing, and shows no page', async () => {
  await using service = await testService({ environment: { ...publicly, NODE_ENV: '' } });
  const sold = await service.request('POST', '/api/v1/billing/checkout', { body: { plan_id: 'scale' } });
  assert.deepEqual([sold.statusCode, sold.json().code], [503, 'payments_unavailable']);
  assert.equal((await service.request('GET', '/sandbox/sub_anything')).statusCode, 404);
  const outbox = await service.admin('GET', '/api/v1/admin/outbox');
  assert.equal(outbox.json().code, 'outbox_off');
});

test('with its variable the sandbox sells on a public host', async () => {
  await using service = await testService({
    environment: { ...publicly, NODE_ENV: 'production', SANDBOX_PAYMENTS: 'on' },
  });
  const sold = await service.request('POST', '/api/v1/billing/checkout', { body: { plan_id: 'scale' } });
  assert.match(sold.json().payment_url, /^https:\/\/contacts\.example\.com\/sandbox\//);
});

test('with its variable the development sign-in lets in who comes by the public name', async () => {
  const shownWith = async (environment: Record<string, string>) => {
    await using alone = await pagesWithStub({ ...publicly, ...environment });
    const { server } = alone.pages;
    await server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { host: 'contacts.example.com', 'x-forwarded-for': '203.0.113.9' };
    const start = await server.inject({ method: 'GET', url: '/app/sign-in/start', headers });
    const { pathname, search } = new URL(String(start.headers.location), 'https://contacts.example.com');
    const page = await server.inject({ method: 'GET', url: pathname + search, headers });
    return [pathname, page.statusCode];
  };
  assert.deepEqual(await shownWith({}), ['/app/sign-in', 200]);
  const authorize = '/app/sign-in/development/authorize';
  assert.deepEqual(await shownWith({ DEVELOPMENT_SIGN_IN: 'on' }), [authorize, 200]);
});
