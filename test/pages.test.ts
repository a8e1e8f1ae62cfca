/** The pages' server and the API in one process, as `npm start` runs them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator, customer, lockAccountOf } from './support/kit.ts';
import { servedPages, sessionIn, testOperator } from './support/served-pages.ts';
import { testSecrets, testService } from './support/service.ts';

const web = await servedPages();
after(() => web[Symbol.asyncDispose]());

const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(web.url + path, { headers: { cookie, ...headers }, redirect: 'manual' });

const json = async (path: string, cookie: string): Promise<Record<string, unknown>> =>
  JSON.parse(await (await get(path, cookie)).text());

const sessionOf = async (cookie: string) => sessionIn(await (await get('/app', cookie)).text());

test('a customer signs in, reads what is theirs, and signs out', async () => {
  const cookie = await web.cookieOf({ email: 'leela@example.com' });
  const session = await sessionOf(cookie);
  assert.deepEqual([session.email, session.is_development], ['leela@example.com', true]);
  const balance = await json('/app/api/internal/billing/balance/me', cookie);
  assert.deepEqual([balance.account_id, balance.balance], [session.account_id, 0]);
  const document = await get('/app', cookie);
  assert.match(document.headers.get('content-security-policy')!, /script-src 'self'; style-src 'self'/);
  const [asset] = /\/app\/assets\/[\w-]+\.js/.exec(await document.text())!;
  const script = await get(asset, '', { 'accept-encoding': 'br' });
  assert.deepEqual(
    [script.status, script.headers.get('content-encoding'), script.headers.get('cache-control')],
    [200, 'br', 'public, max-age=31536000, immutable'],
  );
  const out = await fetch(`${web.url}/app/sign-out`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(out.status, 204);
  assert.equal((await get('/app', cookie)).status, 303);
});

test('the same person comes back to the same account, with a new token', async () => {
  const [one, two] = [await web.cookieOf(), await web.cookieOf()];
  assert.notEqual(one, two);
  const idOf = async (cookie: string) => (await sessionOf(cookie)).account_id;
  assert.equal(await idOf(one), await idOf(two));
});

test('a lock ends the session, and the sign-in says so', async () => {
  const cookie = await web.cookieOf({ email: 'locked@example.com' });
  const { account_id } = await sessionOf(cookie);
  await lockAccountOf(web.service, String(account_id));
  const refused = await get('/app/api/internal/billing/balance/me', cookie);
  assert.deepEqual([refused.status, JSON.parse(await refused.text()).because], [401, 'locked']);
  const document = await get('/app/jobs', cookie);
  assert.equal(document.headers.get('location'), '/app/sign-in?to=%2Fapp%2Fjobs&because=ended');
  await assert.rejects(web.cookieOf({ email: 'locked@example.com' }), /This account is locked/);
});

test('an operator’s commands are in the audit log under their email', async () => {
  const cookie = await web.cookieOf({ app: 'console' });
  const locked = await fetch(`${web.url}/console/api/api/v1/admin/locks`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ subject_type: 'account', subject: 'somebody', reason: 'a test' }),
  });
  assert.equal(locked.status, 200, await locked.text());
  const { items } = (await web.service.admin('GET', '/api/v1/admin/audit?action=lock.created')).json();
  assert.equal(items[0].actor, testOperator);
});

test('the API accepts a person’s address only with the internal secret', async () => {
  const locked = '198.51.100.7';
  await asOperator(web.service, 'POST', '/api/v1/admin/locks', { subject_type: 'ip', subject: locked });
  const { key } = await customer(web.service, 1);
  const statusWith = async (headers: Record<string, string>) =>
    (await web.service.withKey(key, 'GET', '/api/v1/key/info', undefined, headers)).statusCode;
  assert.equal(await statusWith({ 'x-forwarded-for': locked }), 200);
  assert.equal(await statusWith({ 'x-forwarded-for': locked, 'x-internal-secret': 'wrong' }), 200);
  const secret = { 'x-internal-secret': testSecrets.internal_secret };
  assert.equal(await statusWith({ ...secret, 'x-forwarded-for': `${locked}, 192.0.2.1` }), 403);
  assert.equal(await statusWith({ ...secret, 'x-forwarded-for': 'nonsense' }), 200);
});

test('WEB=off leaves the pages out', async () => {
  await using service = await testService({ environment: { WEB: 'off' } });
  for (const path of ['/app', '/app/sign-in', '/console'])
    assert.equal((await service.request('GET', path)).statusCode, 404, path);
});
