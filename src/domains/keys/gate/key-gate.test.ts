import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Failure } from '#core/failure.ts';
import { openLocks } from '#domains/identity/locks/locks-in-force.ts';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { type GivenKey, givenKey } from '#test/support/kit.ts';
import { newKey } from '../keyring/key-text.ts';
import { openKeyring } from '../keyring/keyring.ts';
import { openKeyGate } from './key-gate.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const address = '203.0.113.7';

async function open(settings = { ban_after_violations: 10, ban_window_minutes: 60 }) {
  const clock = manualClock();
  const locks = openLocks({ db, clock });
  const keyring = openKeyring({ pool, clock, locks });
  const rateLimiter = await openRateLimiter({ log: quiet, clock });
  const gate = openKeyGate({
    db,
    keyring,
    locks,
    rateLimiter,
    uses: { used() {} },
    settings: { current: () => settings },
    clock,
    log: quiet,
  });

  /** What became of one request: the refusal's code and all that was said about the limit. */
  const send = async (authorization: string | undefined, from = address) => {
    const headers: Record<string, string> = {};
    const header = (name: string, value: string) => {
      headers[name] = value;
    };
    try {
      const credential = await gate.admitKey(authorization, from, header);
      return { code: 'admitted', headers, credential };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { code: error.code, headers: { ...headers, ...error.headers }, members: error.members };
    }
  };
  const sendKey = (key: GivenKey | { text: string }, from?: string) => send(`Bearer ${key.text}`, from);
  /** Sends one request more than a limit of 1 admits. */
  const exceed = async (key: GivenKey) => {
    await sendKey(key);
    return (await sendKey(key)).code;
  };
  return { clock, gate, keyring, send, sendKey, exceed };
}

const isBanned = async ({ id }: GivenKey) =>
  (await db.selectFrom('api_key').select('banned_at').where('id', '=', id).executeTakeFirstOrThrow())
    .banned_at !== null;
const violationsOf = async ({ id }: GivenKey) =>
  (await db.selectFrom('key_violation').selectAll().where('key_id', '=', id).execute()).length;

test('every admitted request says how many remain and when the window ends', async () => {
  const { sendKey, clock } = await open();
  const key = await givenKey(db, { plan: 'growth' });
  assert.deepEqual((await sendKey(key)).headers, {
    'RateLimit-Policy': '"key";q=60;w=60',
    RateLimit: '"key";r=59;t=60',
  });
  clock.advance(17_001);
  assert.equal((await sendKey(key)).headers.RateLimit, '"key";r=58;t=43');
});

test('a request beyond the limit is refused with when to come back', async () => {
  const { sendKey, clock } = await open();
  const key = await givenKey(db, { rate_limit_per_min: 2 });
  await sendKey(key);
  await sendKey(key);
  clock.advance(59_999);
  const { code, headers, members } = await sendKey(key);
  assert.equal(code, 'rate_limited');
  assert.deepEqual(members, { limit: 2, retry_after: 1 });
  assert.deepEqual(headers, {
    'RateLimit-Policy': '"key";q=2;w=60',
    RateLimit: '"key";r=0;t=1',
    'Retry-After': '1',
  });
  clock.advance(1);
  assert.equal((await sendKey(key)).code, 'admitted');
});

test('each key of an account has a window of its own', async () => {
  const { sendKey } = await open();
  const [one, two] = [
    await givenKey(db, { accountId: 'pair', rate_limit_per_min: 1 }),
    await givenKey(db, { accountId: 'pair', rate_limit_per_min: 1 }),
  ];
  assert.deepEqual([(await sendKey(one)).code, (await sendKey(two)).code], ['admitted', 'admitted']);
  assert.equal((await sendKey(one)).code, 'rate_limited');
});

const missing = [undefined, '', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'cty_live_x', 'Bearer one two'];
for (const authorization of missing) {
  test(`'${authorization ?? 'nothing'}' is no credential`, async () => {
    assert.equal((await (await open()).send(authorization)).code, 'missing_credential');
  });
}

test('the scheme’s name may be written in any case', async () => {
  const { send } = await open();
  const { text } = await givenKey(db);
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    assert.equal((await send(`${scheme} ${text}`)).code, 'admitted');
  }
});

test('the 61st unknown key of a minute from one address is refused as too many', async () => {
  const { sendKey, clock } = await open();
  for (let guess = 0; guess < 60; guess += 1)
    assert.equal((await sendKey(newKey('live'))).code, 'invalid_key');
  const { code, headers } = await sendKey({ text: 'junk' });
  assert.equal(code, 'rate_limited');
  assert.deepEqual(headers, {
    'RateLimit-Policy': '"address";q=60;w=60',
    RateLimit: '"address";r=0;t=60',
    'Retry-After': '60',
    Connection: 'close',
  });
  clock.advance(60_000);
  assert.equal((await sendKey(newKey('live'))).code, 'invalid_key');
});

test('guesses from one IPv6 /64 are counted together, and a neighbour’s are not', async () => {
  const { sendKey } = await open();
  for (let guess = 0; guess < 60; guess += 1) await sendKey({ text: 'junk' }, `2001:db8:1:2::${guess}`);
  assert.equal((await sendKey({ text: 'junk' }, '2001:db8:1:2:ffff::1')).code, 'rate_limited');
  assert.equal((await sendKey({ text: 'junk' }, '2001:db8:1:3::1')).code, 'invalid_key');
});

test('no number of guesses locks anybody out: a good key from the same address is admitted', async () => {
  const { sendKey } = await open();
  const key = await givenKey(db);
  for (let guess = 0; guess < 200; guess += 1) await sendKey({ text: 'junk' });
  assert.equal((await sendKey(key)).code, 'admitted');
  assert.deepEqual([await violationsOf(key), await isBanned(key)], [0, false]);
});

test('a window with a hundred refusals is one violation', async () => {
  const { sendKey } = await open();
  const key = await givenKey(db, { rate_limit_per_min: 1 });
  await Promise.all(Array.from({ length: 101 }, () => sendKey(key)));
  assert.equal(await violationsOf(key), 1);
});

test('the tenth window with a refusal within an hour bans the key, and not the ninth', async () => {
  const { exceed, sendKey, clock } = await open();
  const key = await givenKey(db, { rate_limit_per_min: 1 });
  for (let window = 1; window <= 9; window += 1) {
    assert.equal(await exceed(key), 'rate_limited');
    clock.advance(60_000);
  }
  assert.equal(await isBanned(key), false);
  assert.equal(await exceed(key), 'rate_limited');
  assert.equal(await isBanned(key), true);
  assert.equal((await sendKey(key)).code, 'key_banned');
});

for (const [words, lateMs, banned] of [
  ['begins a millisecond less than an hour after the first bans', -1, true],
  ['begins an hour after the first does not ban', 0, false],
] as const) {
  test(`a tenth window that ${words}`, async () => {
    const { exceed, clock } = await open();
    const key = await givenKey(db, { rate_limit_per_min: 1 });
    for (let window = 1; window <= 9; window += 1) {
      await exceed(key);
      clock.advance(60_000);
    }
    clock.advance(51 * 60_000 + lateMs);
    await exceed(key);
    assert.equal(await isBanned(key), banned);
  });
}

test('a ban leaves one open alert for the operator', async () => {
  const { exceed, clock } = await open({ ban_after_violations: 2, ban_window_minutes: 60 });
  const key = await givenKey(db, { rate_limit_per_min: 1 });
  await exceed(key);
  clock.advance(60_000);
  await exceed(key);
  const alerts = await db.selectFrom('operator_alert').selectAll().where('subject', '=', key.id).execute();
  assert.deepEqual(
    alerts.map(({ kind, details, resolved_at }) => ({ kind, details, resolved_at })),
    [
      {
        kind: 'key_banned',
        details: { account_id: key.accountId, reason: 'rate_limit', windows: 2, within_minutes: 60 },
        resolved_at: null,
      },
    ],
  );
});

test('an account acts with its newest active live key, under that key’s limit', async () => {
  const { gate, sendKey } = await open();
  const accountId = 'acting';
  await givenKey(db, { accountId });
  const key = await givenKey(db, { accountId, rate_limit_per_min: 2 });
  await givenKey(db, { accountId, mode: 'test' });
  await givenKey(db, { accountId, expires_at: new Date('2026-02-01T00:00:00Z') });
  const act = () => gate.admitAsAccount({ id: key.account, account_id: accountId }, () => {});
  assert.equal((await act()).keyId, key.id);
  await sendKey(key);
  await assert.rejects(act, (error: Failure) => error.code === 'rate_limited');
});

test('an account without an active key acts at its own rate, in a window of its own', async () => {
  const { gate, sendKey } = await open();
  const key = await givenKey(db, { accountId: 'keyless', rate_limit_per_min: 1 });
  await db.updateTable('api_key').set({ revoked_at: new Date() }).where('id', '=', key.id).execute();
  await db.updateTable('account').set({ rate_limit_per_min: 2 }).where('id', '=', key.account).execute();
  const act = () => gate.admitAsAccount({ id: key.account, account_id: 'keyless' }, () => {});
  assert.equal((await sendKey(key)).code, 'invalid_key');
  const { keyId, rateLimitPerMin, tier } = await act();
  assert.deepEqual([keyId, rateLimitPerMin, tier], [null, 2, 'no_plan']);
  await act();
  await assert.rejects(act, (error: Failure) => {
    assert.match(error.detail ?? '', /^More than 2 requests came within 60 seconds\. Wait \d+ seconds\.$/);
    return error.code === 'rate_limited';
  });
});

for (const [what, revoked_at] of [
  ['banned for its rate', null],
  ['banned for its rate and then revoked', new Date()],
] as const) {
  test(`an account whose only key was ${what} does not act without one`, async () => {
    const { gate } = await open();
    const accountId = `without: ${what}`;
    const key = await givenKey(db, { accountId, banReason: 'rate_limit' });
    await db.updateTable('api_key').set({ revoked_at }).where('id', '=', key.id).execute();
    const act = () => gate.admitAsAccount({ id: key.account, account_id: accountId }, () => {});
    await assert.rejects(act, (error: Failure) => error.code === 'key_banned');
    await db
      .updateTable('api_key')
      .set({ banned_at: null, ban_reason: null })
      .where('id', '=', key.id)
      .execute();
    assert.equal((await act()).account.account_id, accountId);
  });
}

test('a violation that can’t be recorded is refused all the same, and recorded at the next refusal', async () => {
  const { sendKey, clock } = await open();
  const key = await givenKey(db, { rate_limit_per_min: 1 });
  await sendKey(key);
  await pool.query('alter table key_violation rename to key_violation_away');
  assert.equal((await sendKey(key)).code, 'rate_limited');
  await pool.query('alter table key_violation_away rename to key_violation');
  clock.advance(1_000);
  assert.equal((await sendKey(key)).code, 'rate_limited');
  assert.equal(await violationsOf(key), 1);
});
