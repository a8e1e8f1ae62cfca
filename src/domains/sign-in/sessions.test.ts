import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { lockAccountOf } from '#test/support/kit.ts';
import { testSecrets, testService } from '#test/support/service.ts';
import { forgetSessions } from './forget-sessions.ts';

const clock = manualClock(new Date());
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { pool } = service.database;

const ip = '203.0.113.9';
let people = 0;
const somebody = () => {
  people += 1;
  const name = `visitor-${people}`;
  return { email: `${name}@example.com`, provider: 'google', provider_user_id: name };
};
type Person = ReturnType<typeof somebody>;
const newHash = () => createHash('sha256').update(randomBytes(8)).digest('hex');

const register = (person: Person) =>
  service.internal('POST', '/internal/identity/register', { account_id: person.provider_user_id, ...person });
const open = (person: Person, token_hash = newHash(), from = ip) =>
  service.internal('POST', '/internal/sign-in/sessions', { ...person, token_hash, ip: from });
const check = async (token_hash: string, from = ip) =>
  (await service.internal('POST', '/internal/sign-in/sessions/check', { token_hash, ip: from })).json();

async function signedIn() {
  const person = somebody();
  await register(person);
  const token = newHash();
  const { id, account_id } = (await open(person, token)).json();
  return { person, token, id, accountId: account_id as string };
}

test('a session is whose sign-in it is, until it ends', async () => {
  const { person, token, accountId } = await signedIn();
  const { state, session } = await check(token);
  assert.deepEqual([state, session.account_id, session.email], ['live', accountId, person.email]);
  const end = await service.internal('POST', '/internal/sign-in/sessions/end', { token_hash: token, ip });
  assert.deepEqual(end.json(), { ended: true });
  assert.deepEqual(await check(token), { state: 'ended', session: null });
  assert.deepEqual(await check(newHash()), { state: 'ended', session: null });
});

test('a session lasts 7 days without use and 30 in all, to the millisecond', async () => {
  const { token } = await signedIn();
  clock.advance(7 * dayMs - 1);
  assert.equal((await check(token)).state, 'live');
  for (let used = 0; used < 3; used += 1) {
    clock.advance(7 * dayMs - 1);
    assert.equal((await check(token)).state, 'live');
  }
  clock.advance(2 * dayMs + 3);
  assert.equal((await check(token)).state, 'live');
  clock.advance(1);
  assert.equal((await check(token)).state, 'ended');
});

test('a lock ends the session for good', async () => {
  const { token, accountId, person } = await signedIn();
  await lockAccountOf(service, accountId);
  assert.deepEqual(await check(token), { state: 'locked', session: null });
  assert.equal((await check(token)).state, 'ended');
  assert.equal((await open(person)).json().code, 'account_locked');
});

const lift = (subject_type: string, subject: string) =>
  service.admin('POST', '/api/v1/admin/locks/unlock', { subject_type, subject, reason: 'cleared' });

test('a lock that is lifted or expires before a session is used has ended it for good; a later sign-in is good', async () => {
  const [lifted, expired] = [await signedIn(), await signedIn()];
  clock.advance(1);
  await lockAccountOf(service, lifted.accountId);
  assert.equal((await lift('account', lifted.accountId)).statusCode, 200);
  const expires_at = new Date(clock.now().getTime() + 1_000).toISOString();
  const named = { subject_type: 'email', subject: expired.person.email };
  await service.admin('POST', '/api/v1/admin/locks', { ...named, expires_at });
  clock.advance(6 * dayMs);
  for (const { token, person } of [lifted, expired]) {
    assert.deepEqual(await check(token), { state: 'ended', session: null });
    const later = newHash();
    assert.equal((await open(person, later)).statusCode, 200);
    assert.equal((await check(later)).state, 'live');
  }
});

test('of two sessions at two addresses the second is refused, and one that moves onto the other ends', async () => {
  const { token, person } = await signedIn();
  assert.equal((await open(person, newHash(), '198.51.100.7')).json().code, 'session_elsewhere');
  assert.equal((await open(person)).statusCode, 200);
  assert.deepEqual(await check(token, '198.51.100.7'), { state: 'elsewhere', session: null });
});

test('an account with the email and no sign-in is taken over, and one with another sign-in is not', async () => {
  const person = somebody();
  await service.admin('POST', '/api/v1/keys/create', { email: person.email });
  const first = await open(person);
  assert.equal(first.json().account_id, person.email);
  const another = await open({ ...person, provider_user_id: 'another' });
  assert.equal(another.json().code, 'not_found');
  assert.equal((await open({ ...person, email: 'moved@example.com' })).json().account_id, person.email);
});

test('an email with the Kelvin sign does not take over the account with a k, nor a sub with a space that without', async () => {
  const holder = 'kasi-example@gmail.com';
  await service.admin('POST', '/api/v1/keys/create', { email: holder });
  const stranger = { ...somebody(), email: '\u212aasi-example@gmail.com' };
  assert.equal((await open(stranger)).json().code, 'not_found');
  const registered = await register(stranger);
  assert.equal(registered.statusCode, 200, registered.body);
  assert.equal((await open(stranger)).json().account_id, stranger.provider_user_id);
  const owner = { ...somebody(), email: holder };
  assert.equal((await open(owner)).json().account_id, holder);

  const spaced = ` ${owner.provider_user_id}`;
  const other = { ...somebody(), provider_user_id: spaced };
  assert.equal((await open(other)).json().code, 'not_found');
  const ids = { account_id: 'spaced', ...other };
  assert.equal((await service.internal('POST', '/internal/identity/register', ids)).statusCode, 200);
  assert.equal((await open(other)).json().account_id, 'spaced');
  assert.equal((await open(owner)).json().account_id, holder);
  const vetted = await service.internal('POST', '/internal/identity/vet', {
    ...other,
    provider_user_id: `${spaced} `,
  });
  assert.equal(vetted.json().code, 'account_exists', 'by the email alone');
  const free = { ...somebody(), provider_user_id: `${spaced} ` };
  assert.equal((await service.internal('POST', '/internal/identity/vet', free)).json().code, null);
});

const operator = { email: 'mira@operators.example.com' };
const openOperator = (body: object) =>
  service.admin('POST', '/api/v1/admin/operators/sessions', { ...operator, token_hash: newHash(), ...body });
interface Link {
  id: string;
  link_token: string;
}
/** A link that the admin secret made, or that an operator made in the session with this token. */
async function madeLink(email = operator.email, from?: string): Promise<Link> {
  const response = await service.request('POST', '/api/v1/admin/operators/links', {
    body: { email },
    headers: { 'x-admin-secret': testSecrets.admin_secret, ...(from ? { 'x-console-session': from } : {}) },
  });
  assert.equal(response.statusCode, 200, response.body);
  const { id, path, url } = response.json();
  assert.equal(url, `${service.app.kernel.ports.publicUrl()}${path}`);
  return { id, link_token: new URL(path, 'http://x').searchParams.get('token')! };
}
const linkToken = async () => (await madeLink()).link_token;
const checkOperator = async (token_hash: string) =>
  (await service.admin('POST', '/api/v1/admin/operators/sessions/check', { token_hash })).json();
const lock = (subject: string) =>
  service.admin('POST', '/api/v1/admin/locks', { subject_type: 'email', subject, reason: 'left' });
const listed = async (what: 'links' | 'sessions') =>
  (await service.admin('GET', `/api/v1/admin/operators/${what}`)).json().items;

test('a link opens one session, however many use it at once, and none after a day', async () => {
  const link_token = await linkToken();
  const answers = await Promise.all(Array.from({ length: 5 }, () => openOperator({ link_token })));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 410, 410, 410, 410]);
  const late = await linkToken();
  clock.advance(dayMs);
  assert.equal((await openOperator({ link_token: late })).json().code, 'operator_link_ended');
});

test('an operator’s session ends after 12 hours, or by a lock on the address', async () => {
  const [token, locked] = [newHash(), newHash()];
  await openOperator({ token_hash: token });
  await openOperator({ token_hash: locked, email: 'left@operators.example.com' });
  clock.advance(12 * hourMs - 1);
  assert.equal((await checkOperator(token)).session.email, operator.email);
  await lock('left@operators.example.com');
  assert.deepEqual(await checkOperator(locked), { state: 'locked', session: null });
  clock.advance(1);
  assert.deepEqual(await checkOperator(token), { state: 'ended', session: null });
});

test('a link opens a session for the address that it names, whatever else is sent', async () => {
  const { link_token } = await madeLink('Ravi@operators.example.com');
  const { email, by_link, link_from } = (
    await openOperator({ link_token, email: 'mira@operators.example.com' })
  ).json();
  assert.deepEqual([email, by_link, link_from], ['ravi@operators.example.com', true, null]);
  assert.equal((await openOperator({ email: null })).json().code, 'operator_link_ended');
  assert.equal((await service.admin('POST', '/api/v1/admin/operators/links', {})).statusCode, 422);
});

test('a link and the session that it opened end with the access of the operator who made it', async () => {
  const [maker, opened] = [newHash(), newHash()];
  const email = 'ivan@operators.example.com';
  await openOperator({ token_hash: maker, email });
  const [used, unused] = [await madeLink(operator.email, maker), await madeLink(operator.email, maker)];
  const session = await openOperator({ token_hash: opened, link_token: used.link_token });
  assert.equal(session.json().link_from, email);
  assert.equal((await checkOperator(opened)).state, 'live');
  await lock(email);
  assert.equal((await checkOperator(maker)).state, 'locked');
  assert.equal((await checkOperator(opened)).state, 'locked');
  assert.equal((await openOperator({ link_token: unused.link_token })).json().code, 'account_locked');
  assert.equal((await openOperator({})).statusCode, 200, 'the colleague whose name it bore is not locked');
});

test('a lifted lock on an operator brings back no session, no link, and no session of a link by that operator', async () => {
  const [own, byLink] = [newHash(), newHash()];
  const email = 'noor@operators.example.com';
  await openOperator({ token_hash: own, email });
  const [used, unused] = [await madeLink(operator.email, own), await madeLink(operator.email, own)];
  const forThem = await madeLink(email);
  await openOperator({ token_hash: byLink, link_token: used.link_token });
  clock.advance(1);
  await lock(email);
  assert.equal((await lift('email', email)).statusCode, 200);
  for (const token of [own, byLink])
    assert.deepEqual(await checkOperator(token), { state: 'ended', session: null });
  for (const { link_token } of [unused, forThem])
    assert.equal((await openOperator({ link_token })).json().code, 'operator_link_ended');
  const later = newHash();
  await openOperator({ token_hash: later, email });
  assert.equal((await checkOperator(later)).state, 'live');
  assert.equal(
    (await openOperator({ link_token: (await madeLink(operator.email, later)).link_token })).statusCode,
    200,
  );
});

test('a session that a link opened makes no link, nor does one that has ended', async () => {
  const byLink = newHash();
  await openOperator({ token_hash: byLink, link_token: await linkToken() });
  for (const session of [byLink, newHash(), 'nonsense']) {
    const code = session === byLink ? 'operator_link_refused' : 'role_refused';
    const headers = { 'x-admin-secret': testSecrets.admin_secret, 'x-console-session': session };
    const refused = await service.request('POST', '/api/v1/admin/operators/links', {
      headers,
      body: operator,
    });
    assert.deepEqual([refused.statusCode, refused.json().code], [403, code]);
  }
});

test('sessions and links of operators are listed and revoked; a revoked link takes its session along', async () => {
  const [plain, byLink] = [newHash(), newHash()];
  const { id } = (await openOperator({ token_hash: plain })).json();
  const used = await madeLink('lin@operators.example.com');
  const unused = await madeLink('lin@operators.example.com');
  const other = (await openOperator({ token_hash: byLink, link_token: used.link_token })).json();
  const ids = (await listed('sessions')).map((session: { id: string }) => session.id);
  assert.ok(ids.includes(id) && ids.includes(other.id));
  const links: { id: string; email: string; used_at: string | null; has_session: boolean }[] =
    await listed('links');
  assert.deepEqual(
    links
      .filter(({ email }) => email.startsWith('lin@'))
      .map((link) => [link.id, link.used_at !== null, link.has_session])
      .sort(),
    [
      [used.id, true, true],
      [unused.id, false, false],
    ].sort(),
  );
  const revoke = (path: string) => service.admin('POST', `/api/v1/admin/operators/${path}/revocation`, {});
  assert.equal((await revoke(`sessions/${id}`)).json().email, operator.email);
  assert.equal((await checkOperator(plain)).state, 'ended');
  assert.equal((await revoke(`sessions/${id}`)).statusCode, 404);
  assert.equal((await revoke(`links/${used.id}`)).json().sessions, 1);
  assert.equal((await checkOperator(byLink)).state, 'ended');
  assert.equal((await revoke(`links/${unused.id}`)).json().sessions, 0);
  assert.equal((await openOperator({ link_token: unused.link_token })).json().code, 'operator_link_ended');
});

test('with OPERATORS, a link is made for a listed address only', async () => {
  await using other = await testService({ environment: { OPERATORS: operator.email } });
  const make = async (email: string) =>
    (await other.admin('POST', '/api/v1/admin/operators/links', { email })).statusCode;
  assert.deepEqual(
    [await make('Mira@operators.example.com'), await make('ivan@operators.example.com')],
    [200, 422],
  );
});

test('no token and no link is stored, and what ended is deleted a day later', async () => {
  const link = await linkToken();
  await signedIn();
  const text = async () => {
    const { rows } = await pool.query(
      'select web_session::text from web_session union all select operator_session::text from operator_session union all select operator_link::text from operator_link',
    );
    return rows;
  };
  assert.ok(!JSON.stringify(await text()).includes(link.slice('cty_console_'.length)));
  assert.ok((await text()).length > 0);
  clock.advance(40 * dayMs);
  await runJob(service, forgetSessions);
  assert.deepEqual(await text(), []);
});
