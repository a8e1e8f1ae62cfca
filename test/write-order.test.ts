/** Two processes that write the same rows: each writes in the order of the keys, so that neither waits for the other. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { completeBatch } from '#domains/lookup/paying/complete-batch.ts';
import { disclosedAnswers } from '#domains/lookup/paying/disclosed-answers.ts';
import { insertSuppressions, markErased } from '#domains/suppression/sql.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { givenKey } from './support/kit.ts';
import { freeItem, givenLookup } from './support/lookup/items.ts';

const crowd = 6;

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  const { pool } = database;
  // Who has written its first row waits until the other has too, or is blocked by it. Two who write in different orders so each
  // hold what the other needs next.
  await pool.query(`
    create sequence met;
    select nextval('met');
    create function meet() returns trigger language plpgsql as $$
    declare first constant boolean := current_setting('test.wrote', true) is distinct from 'yes';
    begin
      perform set_config('test.wrote', 'yes', true);
      for waits in 1..60000 loop
        exit when first or (select is_called from met);
        perform pg_advisory_xact_lock_shared(4711);
        if exists (select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)))
          or (select count(*) from pg_locks where locktype = 'advisory' and objid = 4711) > 1
        then perform nextval('met'); exit; end if;
        if waits = 60000 then raise exception 'the other one never came'; end if;
        perform pg_sleep(0.001);
      end loop;
      return coalesce(new, old);
    end $$`);
  for (const table of ['lookup', 'lookup_repeat', 'lookup_veto', 'suppression']) {
    await pool.query(
      `create trigger meet before insert or update or delete on ${table} for each row execute function meet()`,
    );
  }
});
after(() => database[Symbol.asyncDispose]());

/** Both at once, the second with the rows the other way round; fails where one met a deadlock. */
async function bothWays<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => Promise<unknown>) {
  await database.pool.query("select setval('met', 1, false)");
  await Promise.all([write(rows), write([...rows].reverse())]);
  const { rows: met } = await database.pool.query('select is_called from met');
  assert.deepEqual(met, [{ is_called: true }], 'the two met');
}

test('two who write in different orders deadlock here', async () => {
  await database.pool.query('create table in_any_order (key integer primary key)');
  await database.pool.query(
    'create trigger meet before insert on in_any_order for each row execute function meet()',
  );
  const write = (keys: readonly number[]) =>
    database.pool.query('insert into in_any_order select unnest($1::integer[]) on conflict do nothing', [
      keys,
    ]);
  await assert.rejects(bothWays([1, 2, 3], write), /deadlock/);
});

test('batches that answer the same free lookups don’t deadlock', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => givenKey(database.db)));
  const items = Array.from({ length: crowd }, (_, at) => {
    const lookup = givenLookup(keys[at % keys.length]!, 'test');
    return freeItem(keys[at % keys.length]!, { lookup, needed: 0 });
  });
  await bothWays(items, (some) => completeBatch(database.pool, some, true, true));
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
