/** Two processes that write the same rows: each writes in the order of the keys, so that neither waits for the other. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { disclosedAnswers } from '#domains/lookup/paying/disclosed-answers.ts';
import { type CompleteItem, completeBatch } from '#domains/lookup/sql/complete-batch.ts';
import { insertSuppressions, markErased } from '#domains/suppression/sql.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { givenKey } from './support/kit.ts';

const crowd = 6;

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await database.pool.query(`
    create function dawdle() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.02);
      return coalesce(new, old);
    end $$`);
  // Slow enough that two who write in different orders are sure to meet half-way.
  for (const table of ['lookup', 'lookup_repeat', 'lookup_veto', 'suppression']) {
    await database.pool.query(
      `create trigger dawdle before insert or update or delete on ${table} for each row execute function dawdle()`,
    );
  }
});
after(() => database[Symbol.asyncDispose]());

/** Both at once, the second with the rows the other way round; fails where one met a deadlock. */
async function bothWays<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => Promise<unknown>) {
  await Promise.all([write(rows), write([...rows].reverse())]);
}

test('batches that answer the same free lookups don’t deadlock', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => givenKey(database.db)));
  const items = Array.from({ length: crowd }, (_, at): CompleteItem => {
    const key = keys[at % keys.length]!;
    return {
      ...{
        account: key.account,
        hasPriority: false,
        keyId: key.id,
        opKey: randomUUID(),
        profileHash: randomUUID(),
      },
      ...{
        requestHash: randomUUID(),
        network: 'github',
        kind: 'find',
        door: 'api',
        clientReference: null,
        isTest: true,
      },
      ...{
        status: 'not_found',
        price: { credits: 0, reason: 'not_found' },
        needed: 0,
        answer: '{}',
        disclosedFields: null,
        freeMax: 1_000,
      },
    };
  });
  await bothWays(items, (some) => completeBatch(database.pool, some, { rememberRepeats: true, wait: true }));
});

test('withdrawals of the same people don’t deadlock', async () => {
  const { account } = await givenKey(database.db);
  const hashes = Array.from({ length: crowd }, () => randomUUID());
  await database.pool.query(
    `insert into lookup_repeat (account, profile_hash) select $1, unnest($2::uuid[])`,
    [account, hashes],
  );
  await database.pool.query(
    `insert into lookup_veto (account, profile_hash, name_marks) select $1, unnest($2::uuid[]), '{}'`,
    [account, [...hashes].reverse()],
  );
  await bothWays(hashes, (some) =>
    database.db.transaction().execute((transaction) => disclosedAnswers.erase(transaction, some)),
  );
  const { rows } = await database.pool.query('select from lookup_repeat union all select from lookup_veto');
  assert.equal(rows.length, 0);
});

test('entries of the suppression list are written by two at once without a deadlock', async () => {
  const entries = Array.from({ length: crowd }, () => ({ key: randomUUID(), kind: 'email' as const }));
  await bothWays(entries, async (some) => {
    await insertSuppressions(database.db, some, { reason: 'a test', requestedBy: 'operator' });
    await markErased(
      database.db,
      some.map(({ key }) => key),
      new Date(),
    );
  });
});
