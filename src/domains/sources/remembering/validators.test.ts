import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { openValidators } from '../sql.ts';
import { storedSourceAnswers } from './stored-answers.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

test('a site that two profiles share is kept for each, and an erasure of one leaves nothing under it', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const [ofOne, ofOther] = [openValidators(database.db, one), openValidators(database.db, other)];
  const site = ['https://team.example.com/', 'anonymous'] as const;
  const sent = { etag: '"1"', lastModified: null, body: { name: 'Asha' }, fetchedAt: new Date() };
  await ofOne.put(...site, sent);
  await ofOther.put(...site, { ...sent, etag: '"2"' });
  assert.deepEqual([(await ofOne.get(...site))?.etag, (await ofOther.get(...site))?.etag], ['"1"', '"2"']);

  await storedSourceAnswers.erase(database.db, [one]);
  assert.deepEqual([await ofOne.get(...site), (await ofOther.get(...site))?.etag], [null, '"2"']);
});
