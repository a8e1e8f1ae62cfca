import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { newNumber } from '#test/support/whatsapp.ts';
import { forgetMessages } from './forget-messages.ts';

test('a message is kept for 30 days, to the millisecond', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const now = new Date('2026-03-01T00:00:00Z');
  for (const [id, ageMs] of [
    ['kept', 30 * dayMs],
    ['forgotten', 30 * dayMs + 1],
  ] as const) {
    const { account } = await givenAccount(db);
    const at = new Date(now.getTime() - ageMs);
    const number = newNumber();
    const message = { id, account, number, sent_at: at, expires_at: at, delivery: 'sending' };
    await db.insertInto('whatsapp_message').values(message).execute();
  }
  await runJobOn({ ports: { db }, now: () => now }, forgetMessages);
  const { rows } = await database.pool.query('select id from whatsapp_message');
  assert.deepEqual(rows, [{ id: 'kept' }]);
});
