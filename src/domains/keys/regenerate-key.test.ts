import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { recordViolation } from './sql/violations.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const regenerate = (accountId: string, body?: object) =>
  service.internal('POST', `/internal/key/regenerate/${encodeURIComponent(accountId)}`, body);
const rowOf = (id: string) =>
  db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const violate = (keyId: string, minute: number) =>
  recordViolation(db, {
    keyId,
    windowStartedAt: new Date(Date.UTC(2026, 2, 1, 12, minute)),
    banAfter: 2,
    banWindowMinutes: 60,
  });
/** Until so many statements wait for a lock. */
const untilWaiting = (count: number) =>
  eventually(async () => {
    const { rows } = await service.database.pool.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.equal(rows[0].waiting, count);
  });
const daysFromNow = (instant: string) => (Date.parse(instant) - Date.now()) / 86_400_000;

test('the old key is banned at once and kept, the new one works and is shown once', async () => {
  const old = await givenKey(db, {
    accountId: 'rotating',
    plan: 'scale',
    rate_limit_per_min: 90,
    allowed_ips: ['127.0.0.0/8'],
  });
  assert.equal((await service.withKey(old.text, 'GET', '/api/v1/key/info')).statusCode, 200);
  const response = await regenerate('rotating');
  assert.equal(response.statusCode, 200, response.body);
  const made = response.json();
  assert.deepEqual(
    [made.plan, made.rate_limit_per_min, made.allowed_ips, made.status, made.replaced.id],
    ['scale', 90, ['127.0.0.0/8'], 'active', old.id],
  );
  assert.ok(daysFromNow(made.expires_at) > 89.9 && daysFromNow(made.expires_at) <= 90);

  const kept = await rowOf(old.id);
  assert.deepEqual([kept.ban_reason, kept.replaced_by], ['replaced', made.id]);
  assert.ok(kept.banned_at);
  assert.equal((await service.withKey(made.key, 'GET', '/api/v1/key/info')).statusCode, 200);
  await untilBanned(old.text);
});

test('days and restriction can be given, and an empty restriction lifts it', async () => {
  await givenKey(db, { accountId: 'choosy', allowed_ips: ['127.0.0.0/8'] });
  const first = (await regenerate('choosy', { expires_in_days: 1, allowed_ips: '2001:db8::1' })).json();
  assert.deepEqual(first.allowed_ips, ['2001:db8::1']);
  assert.ok(daysFromNow(first.expires_at) > 0.9 && daysFromNow(first.expires_at) <= 1);
  assert.deepEqual((await regenerate('choosy', { allowed_ips: '' })).json().allowed_ips, []);
});

test('a ban for the rate goes over to the new key, however often it is replaced, until an operator lifts it', async () => {
  const old = await givenKey(db, { accountId: 'hasty', banReason: 'rate_limit' });
  const first = (await regenerate('hasty')).json();
  const made = (await regenerate('hasty')).json();
  assert.deepEqual([first.status, first.banned, made.status, made.banned], ['banned', true, 'banned', true]);
  assert.match(made.ban_detail, /rate limit.*operator.*lift/);
  const kept = await rowOf(old.id);
  assert.deepEqual([kept.ban_reason, kept.replaced_by], ['rate_limit', first.id]);
  assert.deepEqual((await rowOf(made.id)).banned_at, kept.banned_at);

  const refused = await service.withKey(made.key, 'GET', '/api/v1/key/info');
  assert.deepEqual([refused.statusCode, refused.json().code], [401, 'key_banned']);
  const replaced = await service.withKey(first.key, 'GET', '/api/v1/key/info');
  assert.deepEqual([replaced.statusCode, replaced.json().code], [401, 'key_banned']);
  assert.equal(replaced.json().detail, 'A newer key replaced this one.');
  const ensured = (await service.internal('POST', '/internal/key/ensure/hasty')).json();
  assert.deepEqual([ensured.created, ensured.id, ensured.banned], [false, made.id, true]);
  assert.equal(ensured.ban_detail, made.ban_detail);

  assert.equal((await service.admin('POST', `/api/v1/admin/keys/${made.id}/unban`)).statusCode, 200);
  assert.equal((await service.withKey(made.key, 'GET', '/api/v1/key/info')).statusCode, 200);
  const afterwards = (await regenerate('hasty')).json();
  assert.deepEqual([afterwards.banned, afterwards.ban_detail], [false, null]);
});

test('the open alert of a ban names the key whose ban can be lifted', async () => {
  const old = await givenKey(db, { accountId: 'alarming' });
  await violate(old.id, 0);
  await violate(old.id, 1);
  const made = (await regenerate('alarming')).json();
  const openAlerts = () =>
    db
      .selectFrom('operator_alert')
      .select('subject')
      .where('kind', '=', 'key_banned')
      .where('subject', 'in', [old.id, made.id])
      .where('resolved_at', 'is', null)
      .execute();
  assert.deepEqual(await openAlerts(), [{ subject: made.id }]);
  await service.admin('POST', `/api/v1/admin/keys/${made.id}/unban`);
  assert.deepEqual(await openAlerts(), []);
});

test('violations count on with the new key, and a lifted ban forgets them', async () => {
  const old = await givenKey(db, { accountId: 'stubborn' });
  assert.equal(await violate(old.id, 0), null);
  const first = (await regenerate('stubborn')).json();
  const made = (await regenerate('stubborn')).json();
  assert.equal(made.banned, false);
  assert.equal(await violate(old.id, 1), null, 'the replaced keys count no further');
  assert.equal(await violate(first.id, 1), null);
  assert.notEqual(await violate(made.id, 1), null);
  await service.admin('POST', `/api/v1/admin/keys/${made.id}/unban`);
  assert.equal(await violate(made.id, 2), null);
});

test('a ban that is being written while the key is replaced goes over', async () => {
  const old = await givenKey(db, { accountId: 'racing' });
  await violate(old.id, 0);
  const answers = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('api_key').set({ note: 'held' }).where('id', '=', old.id).execute();
    const both = [violate(old.id, 1), untilWaiting(1).then(() => regenerate('racing'))] as const;
    await untilWaiting(2);
    return both;
  });
  assert.notEqual(await answers[0], null);
  assert.equal((await answers[1]).json().banned, true);
});

test('replacing a key begins no new window', async () => {
  const old = await givenKey(db, { accountId: 'thrifty', rate_limit_per_min: 2 });
  assert.equal((await service.withKey(old.text, 'GET', '/api/v1/key/info')).statusCode, 200);
  const { key } = (await regenerate('thrifty')).json();
  assert.equal((await service.withKey(key, 'GET', '/api/v1/key/info')).statusCode, 200);
  const { key: newer } = (await regenerate('thrifty')).json();
  const refused = await service.withKey(newer, 'GET', '/api/v1/key/info');
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited']);
});

test('calls that come at the same time leave one active key', async () => {
  await givenKey(db, { accountId: 'nervous' });
  await Promise.all(Array.from({ length: 5 }, () => regenerate('nervous')));
  const { items } = (await service.internal('GET', '/internal/keys/by-account/nervous')).json();
  assert.equal(items.length, 6);
  assert.deepEqual(
    items.filter(({ status }: { status: string }) => status === 'active').map(({ id }: { id: string }) => id),
    [items[0].id],
  );
});

test('credits are untouched', async () => {
  const made = (await service.admin('POST', '/api/v1/keys/create', { email: 'saver@example.com' })).json();
  const { key } = (await regenerate('saver@example.com')).json();
  const info = (await service.withKey(key, 'GET', '/api/v1/key/info')).json();
  assert.equal(info.credits.balance, made.credits);
});

test('an account without a key, and an unknown one, are 404', async () => {
  await givenKey(db, { accountId: 'tester', mode: 'test' });
  for (const accountId of ['tester', 'nobody']) {
    const response = await regenerate(accountId);
    assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
  }
});

for (const [body, named] of [
  [{ expires_in_days: 0 }, 'expires_in_days'],
  [{ expires_in_days: 3651 }, 'expires_in_days'],
  [{ allowed_ips: 'example.com' }, 'allowed_ips'],
] as const) {
  test(`${JSON.stringify(body)} is refused by name, and the old key stays`, async () => {
    const old = await givenKey(db, { accountId: `steady ${JSON.stringify(body)}` });
    const response = await regenerate(old.accountId, body);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', named]]);
    assert.equal((await rowOf(old.id)).banned_at, null);
  });
}

test('keys of an account are listed newest first, by prefix only', async () => {
  const [one, two] = [
    await givenKey(db, { accountId: 'listed' }),
    await givenKey(db, { accountId: 'listed', mode: 'test' }),
  ];
  const response = await service.internal('GET', '/internal/keys/by-account/listed');
  assert.deepEqual(
    response.json().items.map(({ id }: { id: string }) => id),
    [two.id, one.id],
  );
  for (const { text } of [one, two]) assert.ok(!response.body.includes(text.slice(13, -4)));
});

/** The announcement takes a moment. */
const untilBanned = (text: string): Promise<void> =>
  eventually(async () => {
    const response = await service.withKey(text, 'GET', '/api/v1/key/info');
    assert.deepEqual([response.statusCode, response.json().code], [401, 'key_banned']);
  });

test('of several live keys the one that is named is replaced', async () => {
  const older = await givenKey(db, { accountId: 'several' });
  const newer = await givenKey(db, { accountId: 'several' });
  const response = await regenerate('several', { key_id: older.id });
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.json().replaced.id, older.id);
  assert.equal((await service.withKey(newer.text, 'GET', '/api/v1/key/info')).statusCode, 200);
});

test("another account's key, a test key and a key that was replaced can't be named", async () => {
  const stranger = await givenKey(db);
  const own = await givenKey(db, { accountId: 'chooser' });
  const testKey = await givenKey(db, { accountId: 'chooser', mode: 'test' });
  await regenerate('chooser', { key_id: own.id });
  for (const { id } of [stranger, testKey, own]) {
    const response = await regenerate('chooser', { key_id: id });
    assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
  }
});

const revoke = (id: string) =>
  service.admin('POST', `/api/v1/admin/keys/${id}/revocation`, { reason: 'it leaked' });

test('a revoked key can not be replaced by its id, and stays revoked', async () => {
  const leaked = await givenKey(db);
  await revoke(leaked.id);
  const response = await regenerate(leaked.accountId, { key_id: leaked.id });
  assert.deepEqual([response.statusCode, response.json().code], [409, 'key_revoked']);
  assert.equal((await rowOf(leaked.id)).replaced_by, null);
});

test('an account whose only key was revoked gets a new one, and the revoked key stays unknown', async () => {
  const leaked = await givenKey(db);
  await revoke(leaked.id);
  const made = (await regenerate(leaked.accountId)).json();
  assert.equal(made.status, 'active');
  const refused = await service.withKey(leaked.text, 'GET', '/api/v1/key/info');
  assert.equal(refused.json().code, 'invalid_key');
});

test('a key that was replaced and then revoked is revoked, like a key that never existed', async () => {
  const old = await givenKey(db);
  await regenerate(old.accountId);
  assert.equal((await revoke(old.id)).json().status, 'revoked');
  await eventually(async () => {
    const refused = await service.withKey(old.text, 'GET', '/api/v1/key/info');
    assert.equal(refused.json().code, 'invalid_key');
  });
});
