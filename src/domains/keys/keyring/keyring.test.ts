import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { HotPool } from '#core/database/parameters.ts';
import { Failure } from '#core/failure.ts';
import { openLocks } from '#domains/identity/locks/locks-in-force.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { givenKey } from '#test/support/kit.ts';
import { newKey } from './key-text.ts';
import { openKeyring } from './keyring.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

const address = '203.0.113.7';

/** A pool that counts its statements and can be made to wait. */
function watchedPool() {
  const watched = { statements: 0, gate: Promise.resolve(), pool: {} as HotPool };
  watched.pool = {
    async query(statement) {
      watched.statements += 1;
      const answer = await pool.query(statement);
      await watched.gate;
      return answer;
    },
  };
  return watched;
}

function open() {
  const clock = manualClock();
  const watched = watchedPool();
  const locks = openLocks({ db, clock });
  return { clock, watched, locks, keyring: openKeyring({ pool: watched.pool, clock, locks }) };
}

const codeOf = (answer: unknown) => (answer instanceof Failure ? answer.code : 'admitted');

test('a key proves its account, mode and rate', async () => {
  const { keyring } = open();
  const key = await givenKey(db, { plan: 'growth', accountId: 'proved' });
  assert.deepEqual(await keyring.authenticate(key.text, address), {
    keyId: key.id,
    account: { id: key.account, account_id: 'proved' },
    mode: 'live',
    rateLimitPerMin: 60,
    chosenRatePerMin: null,
    tier: 'plan',
    countedAs: key.id,
    hasPriority: false,
  });
});

test('what can’t be a key is refused without a query', async () => {
  const { keyring, watched } = open();
  const { text } = newKey('live');
  for (const junk of [
    '',
    'junk',
    text.slice(0, -1),
    `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`,
  ]) {
    assert.equal(codeOf(await keyring.authenticate(junk, address)), 'invalid_key');
  }
  assert.equal(watched.statements, 0);
});

test('a key is good until the millisecond before its end', async () => {
  const { keyring, clock } = open();
  const key = await givenKey(db, { expires_at: new Date(clock.now().getTime() + 5_000) });
  clock.advance(4_999);
  assert.equal(codeOf(await keyring.authenticate(key.text, address)), 'admitted');
  clock.advance(1);
  const refusal = await keyring.authenticate(key.text, address);
  assert.equal(codeOf(refusal), 'key_expired');
  assert.match((refusal as Failure).detail ?? '', /2026-03-01T00:00:05\.000Z/);
});

test('a revoked key is as invalid as an unknown one; a banned key gets the reason', async () => {
  const { keyring } = open();
  const [revoked, limited, replaced] = [await givenKey(db), await givenKey(db), await givenKey(db)];
  const now = new Date();
  await db.updateTable('api_key').set({ revoked_at: now }).where('id', '=', revoked.id).execute();
  const ban = (id: string, ban_reason: string) =>
    db.updateTable('api_key').set({ banned_at: now, ban_reason }).where('id', '=', id).execute();
  await ban(limited.id, 'rate_limit');
  await ban(replaced.id, 'replaced');
  assert.equal(codeOf(await keyring.authenticate(revoked.text, address)), 'invalid_key');
  assert.equal(codeOf(await keyring.authenticate(newKey('live').text, address)), 'invalid_key');
  const [first, second] = [
    await keyring.authenticate(limited.text, address),
    await keyring.authenticate(replaced.text, address),
  ];
  assert.deepEqual([codeOf(first), codeOf(second)], ['key_banned', 'key_banned']);
  assert.match((first as Failure).detail ?? '', /rate limit/);
  assert.match((second as Failure).detail ?? '', /newer key/);
});

test('a restricted key is refused from elsewhere, and IPv4 in IPv6 clothes is the same address', async () => {
  const { keyring } = open();
  const key = await givenKey(db, { allowed_ips: ['203.0.113.0/29', '2001:db8:1:2::/64'] });
  const from = async (caller: string) => codeOf(await keyring.authenticate(key.text, caller));
  assert.equal(await from('203.0.113.7'), 'admitted');
  assert.equal(await from('::ffff:203.0.113.7'), 'admitted');
  assert.equal(await from('2001:db8:1:2::9'), 'admitted');
  assert.equal(await from('203.0.113.8'), 'ip_not_allowed');
  assert.equal(await from('2001:db8:1:3::9'), 'ip_not_allowed');
});

test('a key is read once and then believed for 10 seconds', async () => {
  const { keyring, watched, clock } = open();
  const key = await givenKey(db);
  for (let request = 0; request < 100; request += 1) await keyring.authenticate(key.text, address);
  clock.advance(9_999);
  await keyring.authenticate(key.text, address);
  assert.equal(watched.statements, 1);
  clock.advance(1);
  await keyring.authenticate(key.text, address);
  assert.equal(watched.statements, 2);
});

test('an unknown key is asked for once in 5 seconds', async () => {
  const { keyring, watched, clock } = open();
  const { text } = newKey('live');
  for (let request = 0; request < 100; request += 1) await keyring.authenticate(text, address);
  assert.equal(watched.statements, 1);
  clock.advance(5_000);
  await keyring.authenticate(text, address);
  assert.equal(watched.statements, 2);
});

test('two hundred keys that come at once are read by one statement', async () => {
  const { keyring, watched } = open();
  const keys = await Promise.all(Array.from({ length: 200 }, () => givenKey(db)));
  const answers = await Promise.all(
    [...keys, ...keys].map(({ text }) => keyring.authenticate(text, address)),
  );
  assert.deepEqual(
    answers.map((answer) => (answer instanceof Failure ? answer.code : answer.keyId)),
    [...keys, ...keys].map(({ id }) => id),
  );
  assert.equal(watched.statements, 1);
});

test('a change that is announced while the key is being read is not covered up by what was read', async () => {
  const { keyring, watched } = open();
  const key = await givenKey(db);
  const { promise, resolve } = Promise.withResolvers<void>();
  watched.gate = promise;
  const early = keyring.authenticate(key.text, address);
  await untilTrue(() => watched.statements === 1);
  await db.updateTable('api_key').set({ banned_at: new Date() }).where('id', '=', key.id).execute();
  keyring.forget('key_changed', key.hash);
  const late = keyring.authenticate(key.text, address);
  resolve();
  await early;
  assert.equal(codeOf(await late), 'key_banned');
  assert.equal(codeOf(await keyring.authenticate(key.text, address)), 'key_banned');
});

test('a keyring that can’t hear asks the database about every request, and believes again when it can', async () => {
  const { keyring, watched } = open();
  const key = await givenKey(db);
  await keyring.authenticate(key.text, address);
  keyring.onFeedLost();
  for (let request = 0; request < 3; request += 1) await keyring.authenticate(key.text, address);
  assert.equal(watched.statements, 4);
  keyring.onFeedRestored();
  for (let request = 0; request < 3; request += 1) await keyring.authenticate(key.text, address);
  assert.equal(watched.statements, 5);
});

async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('while the database is away, calls with known and with unknown keys are refused and the process lives', async () => {
  const { clock, locks } = open();
  const away = new Error('the database is away');
  const keyring = openKeyring({
    pool: { query: () => Promise.reject(away) },
    clock,
    locks: { ...locks, table: () => Promise.reject(away) },
  });
  const key = await givenKey(db);
  const behindLocks = openKeyring({ pool, clock, locks: { ...locks, table: () => Promise.reject(away) } });

  // An unhandled rejection would end the process.
  await assert.rejects(async () => keyring.authenticate(key.text, address), away);
  await assert.rejects(async () => behindLocks.authenticate(key.text, address), away);
  await assert.rejects(async () => behindLocks.authenticate(key.text, address), away);
});
