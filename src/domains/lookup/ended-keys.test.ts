import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { type GivenKey, givenCredits, givenKey } from '#test/support/kit.ts';
import { freeItem, givenLookup, paidItem } from '#test/support/lookup/items.ts';
import { type CompleteItem, completeBatch } from './paying/complete-batch.ts';
import { beginLookup } from './paying/under-way.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

const credits = 10;

async function keyWithCredits(): Promise<GivenKey> {
  const key = await givenKey(db);
  await givenCredits(db, key.account, credits);
  return key;
}

const complete = (items: CompleteItem[]) => completeBatch(pool, items, true, false);
const end = (key: GivenKey, column: 'banned_at' | 'revoked_at') =>
  db
    .updateTable('api_key')
    .set({ [column]: new Date() })
    .where('id', '=', key.id)
    .execute();

async function traces({ account }: GivenKey) {
  const { rows } = await pool.query(
    `select
       (select count(*)::int from lookup where account = $1) as lookups,
       (select count(*)::int from usage_event where account = $1) as events,
       (select count(*)::int from lookup_repeat where account = $1) as repeats,
       (select sum(avail)::int from credit_lot where account = $1) as credits`,
    [account],
  );
  return rows[0];
}

test('in one batch banned and revoked keys are refused without a trace, and the others are paid', async () => {
  const [good, banned, revoked, both] = [
    await keyWithCredits(),
    await keyWithCredits(),
    await keyWithCredits(),
    await keyWithCredits(),
  ];
  await end(banned, 'banned_at');
  await end(revoked, 'revoked_at');
  await end(both, 'banned_at');
  await end(both, 'revoked_at');
  const keys = [banned, good, revoked, good, both, banned, good];
  const results = await complete(keys.map((key) => paidItem(key)));
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['key_banned', 'answered', 'invalid_key', 'answered', 'invalid_key', 'key_banned', 'answered'],
  );
  assert.deepEqual(await traces(good), { lookups: 3, events: 3, repeats: 3, credits: credits - 3 });
  for (const key of [banned, revoked, both]) {
    assert.deepEqual(await traces(key), { lookups: 0, events: 0, repeats: 0, credits });
  }
});

test('a free lookup by a banned key is refused too', async () => {
  const key = await keyWithCredits();
  await end(key, 'banned_at');
  const results = await complete([freeItem(key)]);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['key_banned'],
  );
  assert.equal((await traces(key)).lookups, 0);
});

test('a lookup that was pending when its key was banned is still finished and paid', async () => {
  const key = await keyWithCredits();
  const lookup = givenLookup(key);
  const price = { credits: 0, reason: 'pending' } as const;
  const item = paidItem(key, { lookup, status: 'pending', price, needed: 0 });
  assert.equal(await beginLookup(db, randomUUID(), item), 'begun');
  await end(key, 'banned_at');
  const results = await complete([paidItem(key, { lookup }), paidItem(key)]);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['answered', 'key_banned'],
  );
  const { lookups, events, credits: left } = await traces(key);
  assert.deepEqual({ lookups, events, left }, { lookups: 1, events: 1, left: credits - 1 });
});

test('a batch that is sent again after its key was banned pays nothing twice', async () => {
  const key = await keyWithCredits();
  const item = paidItem(key);
  assert.equal((await complete([item]))[0]!.outcome, 'answered');
  await end(key, 'banned_at');
  assert.equal((await complete([item]))[0]!.outcome, 'answered_before');
  assert.equal((await traces(key)).credits, credits - 1);
});
