import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { doorName, takesSessions } from '#core/door.ts';
import { manualClock } from '#test/support/clock.ts';
import { openExtensions, type Tokens } from '#test/support/extension-sessions.ts';
import { runJob } from '#test/support/jobs.ts';
import { type Customer, customer, givenAccount, importRows, lockAccountOf } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { nextTokens } from '../tokens.ts';
import { forgetSessions } from './forget-sessions.ts';

const clock = manualClock(new Date());
const origin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const service = await testService({ clock, environment: { EXTENSION_ORIGINS: origin } });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const link = 'https://www.linkedin.com/in/asha-example';
await importRows(service, `profile_url,full_name,email\n${link},Asha Example,asha@works.example\n`);

const { minted, refresh, refreshed, show, codeOf, statusOf } = openExtensions(service);

test('a session shows its account and what is left, and its tokens are stored as hashes only', async () => {
  const holder = await customer(service, 7);
  const tokens = await minted(holder, 'Chrome on the laptop');
  assert.match(tokens.access_token, /^cty_session_[0-9A-Za-z]{38}$/);
  assert.match(tokens.refresh_token, /^cty_refresh_[0-9A-Za-z]{38}$/);
  assert.equal(Date.parse(tokens.access_expires_at), clock.now().getTime() + hourMs);
  assert.equal(Date.parse(tokens.expires_at), clock.now().getTime() + 30 * dayMs);
  const session = (await show(tokens)).json();
  assert.deepEqual(
    [session.account_id, session.label, session.credits.balance],
    [holder.accountId, 'Chrome on the laptop', 7],
  );
  const { rows } = await service.database.pool.query(
    'select token::text || session::text as text from extension_token as token, extension_session as session',
  );
  const stored = JSON.stringify(rows);
  assert.ok(
    !stored.includes(tokens.access_token.slice(12)) && !stored.includes(tokens.refresh_token.slice(12)),
  );
});

test('a session looks people up and runs jobs with the credits and the limit of its account', async () => {
  const holder = await customer(service, 5, { rate_limit_per_min: 5 });
  const { access_token: token } = await minted(holder);
  const found = await service.withKey(token, 'POST', '/api/v1/find', { profile_url: link });
  assert.deepEqual(found.json().credits, { charged: 1, remaining: 4, reason: 'completed_lookup' });
  const again = await service.withKey(token, 'GET', `/api/v1/find/${found.json().id}`);
  assert.equal(again.json().emails[0].address, 'asha@works.example');
  const job = await service.withKey(token, 'POST', '/api/v1/jobs', { profiles: [{ profile_url: link }] });
  assert.equal(job.json().opened_from, 'extension');
  const usage = (await service.withKey(token, 'GET', '/api/v1/usage')).json();
  assert.equal(usage.events[0].opened_from, 'extension');
  // The fifth in this minute comes with the key, and the limit is one for both.
  assert.equal(
    (await service.withKey(holder.key, 'GET', '/api/v1/key/info')).headers.ratelimit,
    '"key";r=0;t=60',
  );
  assert.equal((await service.withKey(token, 'GET', '/api/v1/usage')).json().code, 'rate_limited');
});

test('an access token opens for an hour, to the millisecond; a refresh token for 30 days', async () => {
  const tokens = await minted(await customer(service));
  clock.advance(hourMs - 1);
  assert.equal((await show(tokens)).statusCode, 200);
  clock.advance(1);
  assert.equal(await codeOf(show(tokens)), 'access_token_expired');
  clock.advance(30 * dayMs - hourMs - 1);
  const next = await refreshed(tokens.refresh_token);
  assert.equal((await show(next)).statusCode, 200);
  clock.advance(30 * dayMs);
  assert.equal(await codeOf(refresh(next.refresh_token)), 'session_ended');
});

test('a refresh token works once; sent again after a minute it ends the session with all its tokens', async () => {
  const holder = await customer(service);
  const first = await minted(holder);
  const second = await refreshed(first.refresh_token);
  clock.advance(minuteMs - 1);
  assert.deepEqual(await refreshed(first.refresh_token), second);
  const third = await refreshed(second.refresh_token);
  clock.advance(1);
  assert.equal(await codeOf(refresh(first.refresh_token)), 'session_ended');
  for (const tokens of [first, second, third]) {
    assert.equal(await codeOf(show(tokens)), 'access_token_expired');
    assert.equal(await codeOf(refresh(tokens.refresh_token)), 'session_ended');
  }
  assert.equal(await statusOf(holder, third), 'token_reused');
});

test('a refresh token that is sent to two processes at once returns one pair, which is stored as hashes only', async () => {
  await using other = await testService({ clock, database: service.database });
  const holder = await customer(service);
  const { session_id, refresh_token: shared } = await minted(holder);
  const body = { refresh_token: shared };
  const answers = await Promise.all(
    [service, other, service, other].map((each) =>
      each.request('POST', '/api/v1/extension/refresh', { body }),
    ),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
  const pair: Tokens = answers[0]!.json();
  clock.advance(minuteMs - 1);
  assert.deepEqual(await refreshed(shared), pair);
  assert.equal((await show(pair)).statusCode, 200);
  const { rows } = await service.database.pool.query(
    'select token::text as text, is_refresh from extension_token as token where session = $1',
    [session_id],
  );
  assert.equal(rows.length, 4);
  for (const secret of [pair.access_token, pair.refresh_token])
    assert.ok(!JSON.stringify(rows).includes(secret.slice(12)));
});

test('a pair is derived from the refresh token and the pepper: another pepper or token derives another', () => {
  const texts = [
    nextTokens('one-pepper-of-the-tests', 'cty_refresh_a'),
    nextTokens('one-pepper-of-the-tests', 'cty_refresh_b'),
    nextTokens('other-pepper-of-the-tests', 'cty_refresh_a'),
  ].flatMap(({ access, refresh }) => [access.text, refresh.text]);
  assert.equal(new Set(texts.map((text) => text.slice(12))).size, texts.length);
  for (const text of texts) assert.match(text, /^cty_(session|refresh)_[0-9A-Za-z]{38}$/);
});

test('a session refreshes ten times a minute', async () => {
  let { refresh_token: token } = await minted(await customer(service));
  for (let time = 0; time < 10; time += 1) ({ refresh_token: token } = await refreshed(token));
  const refused = await refresh(token);
  assert.equal(refused.json().code, 'rate_limited');
  clock.advance(minuteMs);
  assert.equal((await refresh(token)).statusCode, 200);
});

const doors = manifest.operations.flatMap((declared) => declared.doors);
const forSessions = [
  'DELETE /api/v1/extension/session',
  'GET /api/v1/budgets',
  'GET /api/v1/extension/session',
  'GET /api/v1/find/{lookup_id}',
  'GET /api/v1/jobs',
  'GET /api/v1/jobs/{job_id}',
  'GET /api/v1/jobs/{job_id}/csv',
  'GET /api/v1/jobs/{job_id}/items',
  'GET /api/v1/usage',
  'POST /api/v1/find',
  'POST /api/v1/find/price',
  'POST /api/v1/jobs',
  'POST /api/v1/jobs/{job_id}/cancellation',
  'POST /api/v1/jobs/{job_id}/pause',
  'POST /api/v1/jobs/{job_id}/resumption',
];

test('a session opens lookups, usage, budgets, jobs and itself; every other door refuses it', async () => {
  assert.deepEqual(doors.filter(takesSessions).map(doorName).sort(), forSessions);
  const { access_token: token } = await minted(await customer(service));
  const others = doors.filter((door) => !takesSessions(door) && !['public', 'signed'].includes(door.access));
  assert.ok(others.length > 50);
  for (const [at, door] of others.entries()) {
    const { statusCode } = await service.request(door.method, door.path.replace(/\{\w+\}/g, 'x'), {
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: `2001:db8:7:${at.toString(16)}::1`,
    });
    assert.equal(statusCode, 401, doorName(door));
  }
});

test('a key does not open the door of sessions; a session at a door of keys is asked for one', async () => {
  const holder = await customer(service);
  const response = await service.withKey(holder.key, 'GET', '/api/v1/extension/session');
  assert.equal(response.json().code, 'access_token_expired');
  const { access_token: token } = await minted(holder);
  const refused = (await service.withKey(token, 'GET', '/api/v1/key/info')).json();
  assert.equal(refused.code, 'invalid_key');
  assert.match(refused.detail, /session of the browser extension .* Send an API key/);
});

test('the dashboard ends one session, of its account only, and the person signs another out', async () => {
  const holder = await customer(service);
  const [one, other] = [await minted(holder), await minted(holder)];
  const stranger = await customer(service);
  const revoke = ({ accountId }: Customer) =>
    service.internal('POST', `/internal/extension/sessions/${accountId}/${one.session_id}/revocation`, {});
  assert.equal((await revoke(stranger)).statusCode, 404);
  assert.equal((await show(one)).statusCode, 200);
  assert.equal((await revoke(holder)).json().status, 'revoked');
  assert.equal(await codeOf(show(one)), 'access_token_expired');
  assert.equal(await codeOf(refresh(one.refresh_token)), 'session_ended');
  assert.equal((await show(other)).statusCode, 200);
  const headers = { authorization: `Bearer ${other.access_token}` };
  const left = await service.request('DELETE', '/api/v1/extension/session', { headers });
  assert.equal(left.json().status, 'signed_out');
  assert.equal(await codeOf(refresh(other.refresh_token)), 'session_ended');
});

test('a lock stops sessions and minting while it is there, and costs no session', async () => {
  const holder = await customer(service);
  const tokens = await minted(holder);
  await lockAccountOf(service, holder.accountId);
  assert.equal(await codeOf(show(tokens)), 'account_locked');
  assert.equal(await codeOf(refresh(tokens.refresh_token)), 'account_locked');
  const body = { account_id: holder.accountId };
  assert.equal(await codeOf(service.internal('POST', '/internal/extension/session', body)), 'account_locked');
  const subject = { subject_type: 'account', subject: holder.accountId };
  await service.admin('POST', '/api/v1/admin/locks/unlock', subject);
  assert.equal((await refresh(tokens.refresh_token)).statusCode, 200);
});

test('a session acts with the active key: a new key takes over, a ban or no key stops it', async () => {
  const holder = await customer(service);
  const tokens = await minted(holder);
  await service.internal('POST', `/internal/key/regenerate/${holder.accountId}`, { keep_sessions: true });
  assert.equal((await show(tokens)).statusCode, 200);
  await db.updateTable('api_key').set({ banned_at: new Date(), ban_reason: 'rate_limit' }).execute();
  assert.equal(await codeOf(show(tokens)), 'key_banned');
  const without = await minted(await givenAccount(db));
  assert.equal(await codeOf(show(without)), 'no_active_key');
});

test('the addresses that a key is restricted to are those of servers, not of browsers', async () => {
  const holder = await customer(service, 5, { allowed_ips: '203.0.113.7' });
  assert.equal(await codeOf(service.withKey(holder.key, 'GET', '/api/v1/usage')), 'ip_not_allowed');
  assert.equal((await show(await minted(holder))).statusCode, 200);
});

test('tokens are forgotten a day after they expired, sessions 30 days after', async () => {
  const { session_id } = await minted(await givenAccount(db));
  const counted = async () => {
    const { rows } = await service.database.pool.query(
      `select (select count(*)::int from extension_token where session = $1) as tokens,
        (select count(*)::int from extension_session where id = $1) as sessions`,
      [session_id],
    );
    return [rows[0].tokens, rows[0].sessions];
  };
  clock.advance(dayMs + hourMs);
  await runJob(service, forgetSessions);
  assert.deepEqual(await counted(), [2, 1]);
  clock.advance(1);
  await runJob(service, forgetSessions);
  assert.deepEqual(await counted(), [1, 1]);
  clock.advance(60 * dayMs - dayMs - hourMs);
  await runJob(service, forgetSessions);
  assert.deepEqual(await counted(), [0, 0]);
});

const preflight = (path: string, from: string, method = 'POST') =>
  service.app.server.inject({
    method: 'OPTIONS',
    url: path,
    headers: { origin: from, 'access-control-request-method': method },
  });

test('a preflight of a configured extension is answered without a credential, at the doors for it only', async () => {
  const answer = await preflight('/api/v1/find', origin);
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.headers['access-control-allow-origin'], origin);
  assert.equal(
    answer.headers['access-control-allow-headers'],
    'Authorization, Content-Type, Idempotency-Key',
  );
  assert.equal((await preflight('/api/v1/extension/refresh', origin)).statusCode, 204);
  for (const [path, from, method] of [
    ['/api/v1/find', 'https://pages.example', 'POST'],
    ['/api/v1/find', 'null', 'POST'],
    ['/api/v1/find', origin, 'GET'],
    ['/api/v1/key/info', origin, 'GET'],
    ['/internal/extension/session', origin, 'POST'],
    ['/api/v1/keys/create', origin, 'POST'],
  ] as const) {
    const refused = await preflight(path, from, method);
    assert.equal(refused.statusCode, 405, path);
    assert.equal(refused.headers['access-control-allow-origin'], undefined, path);
  }
});

test('answers and refusals can be read by a configured extension, and by no other', async () => {
  const answerTo = (from: string) =>
    service.request('POST', '/api/v1/find', { headers: { origin: from }, body: {} });
  const refused = await answerTo(origin);
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.headers['access-control-allow-origin'], origin);
  assert.equal(refused.headers.vary, 'Origin');
  assert.match(String(refused.headers['access-control-expose-headers']), /Retry-After/);
  assert.equal((await answerTo('https://pages.example')).headers['access-control-allow-origin'], undefined);
});
