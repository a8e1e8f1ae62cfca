import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnswerClaim, AnswerLease } from '#core/kernel.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { openAnswerStore, renewKeys } from './answer-store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const claim = (key: string): AnswerClaim => ({
  scope: 'account:1',
  key,
  operation: 'billing.check-out',
  input: { plan_id: 'starter' },
  sealed: false,
});
const newStore = () => openAnswerStore({ pepper: 'pepper-of-the-leases', db: database.db, log: silent });
const heldKey = async () => {
  const { rows } = await database.pool.query('select scope, key, lease from idempotent_answer');
  return rows[0] as { scope: string; key: string; lease: string };
};
const holds = async (condition: string) => {
  const { rows } = await database.pool.query(`select ${condition} as holds from idempotent_answer`);
  return rows[0].holds as boolean;
};

test('the key of a process that died is free after six seconds, and one that lives renews it', async () => {
  using held = (await newStore().lease(database.db, claim('a'))) as AnswerLease;
  assert.ok(await holds("leased_until <= clock_timestamp() + interval '6 s'"));
  await assert.rejects(newStore().lease(database.db, claim('a')), { code: 'idempotency_key_in_use' });

  // An end that is an hour away is brought near: a renewal sets the end, whatever it was.
  await database.pool.query("update idempotent_answer set leased_until = clock_timestamp() + interval '1 h'");
  await renewKeys(database.db, [await heldKey()]);
  assert.ok(await holds("leased_until <= clock_timestamp() + interval '6 s'"));

  // Ended: a renewal that comes late doesn't take the key back.
  await database.pool.query("update idempotent_answer set leased_until = '-infinity'");
  await renewKeys(database.db, [await heldKey()]);
  using taken = (await newStore().lease(database.db, claim('a'))) as AnswerLease;
  await assert.rejects(held.finish(database.db, { status: 200, body: {}, headers: {} }), {
    code: 'idempotency_key_in_use',
  });
  await taken.finish(database.db, { status: 200, body: { by: 'the second' }, headers: {} });
});
