import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { forgetStoredAnswers } from './forget-answers.ts';

test('a first answer is forgotten after 24 hours, and no sooner', async () => {
  await using database = await testDatabase();
  const { db, pool } = database;
  await pool.query(
    `insert into idempotent_answer (scope, key, request_hash, status, body, created_at)
     select 'account:1', age, '', 200, '{}', now() - age::interval
     from unnest(array['24 hours 1 second', '23 hours 59 minutes']) age`,
  );

  await runJobOn({ ports: { db } }, forgetStoredAnswers);

  const { rows } = await pool.query('select key from idempotent_answer');
  assert.deepEqual(rows, [{ key: '23 hours 59 minutes' }]);
});
