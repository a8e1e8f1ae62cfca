import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnswerClaim, AnswerLease } from '#core/kernel.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { renewKeys } from './answer-lease.ts';
import { openAnswerStore } from './answer-store.ts';

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
const secondsLeft = async () => {
  const { rows } = await database.pool.query(
    'select extract(epoch from leased_until - clock_timestamp())::float as seconds, scope, key, lease from idempotent_answer',
  );
  return rows[0] as { seconds: number; scope: string; key: string; lease: string };
};

test('the key of a process that died is free after six seconds, and one that lives renews it', async () => {
  using held = (await newStore().lease(database.db, claim('a'))) as AnswerLease;
  assert.ok((await secondsLeft()).seconds <= 6);
  await assert.rejects(newStore().lease(database.db, claim('a')), { code: 'idempotency_key_in_use' });

  await database.pool.query("update idempotent_answer set leased_until = clock_timestamp() + interval '1 s'");
  await renewKeys(database.db, [await secondsLeft()]);
  assert.ok((await secondsLeft()).seconds > 2);

  // Ended: a renewal that comes late doesn't take the key back.
  await database.pool.query("update idempotent_answer set leased_until = '-infinity'");
  await renewKeys(database.db, [{ ...(await secondsLeft()) }]);
  using taken = (await newStore().lease(database.db, claim('a'))) as AnswerLease;
  await assert.rejects(held.finish(database.db, { status: 200, body: {}, headers: {} }), {
    code: 'idempotency_key_in_use',
  });
  await taken.finish(database.db, { status: 200, body: { by: 'the second' }, headers: {} });
});
