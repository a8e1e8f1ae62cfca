/** The rehearsal 3.1.0 while the release before it writes: `api_key.terms` and `key_terms` stay alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenKey } from '../support/kit.ts';
import { termsNamed } from '../support/plans.ts';
import { rehearse } from './rehearse.ts';

async function termsOf(pool: pg.Pool, id: string) {
  const { rows } = await pool.query(
    `select key.terms ->> 'id' as old, key_terms.terms ->> 'id' as new
     from api_key key left join key_terms on key_id = id where id = $1`,
    [id],
  );
  return rows[0];
}

test('what either release writes, the other reads', async () => {
  await using database = await testDatabase();
  const { pool, db } = database;
  using rehearsal = rehearse('3.1.0');
  await migrate(pool, rehearsal);
  const { id } = await givenKey(db, { plan: 'growth' });
  assert.deepEqual(await termsOf(pool, id), { old: 'growth', new: 'growth' });
  await db
    .updateTable('api_key')
    .set({ terms: termsNamed('starter') })
    .where('id', '=', id)
    .execute();
  assert.deepEqual(await termsOf(pool, id), { old: 'starter', new: 'starter' });
  await pool.query(`update key_terms set terms = $2 where key_id = $1`, [id, termsNamed('growth')]);
  assert.deepEqual(await termsOf(pool, id), { old: 'growth', new: 'growth' });
  await db.updateTable('api_key').set({ terms: null }).where('id', '=', id).execute();
  assert.deepEqual(await termsOf(pool, id), { old: null, new: null });
  await pool.query('insert into key_terms (key_id, terms) values ($1, $2)', [id, termsNamed('growth')]);
  assert.deepEqual(await termsOf(pool, id), { old: 'growth', new: 'growth' });
  await pool.query('delete from key_terms where key_id = $1', [id]);
  assert.deepEqual(await termsOf(pool, id), { old: null, new: null });
});

test('a fill that is killed after its first batch is completed by the next start', async () => {
  await using database = await testDatabase();
  const { pool, db } = database;
  const { account } = await givenKey(db, { plan: 'growth' });
  await pool.query(
    `insert into api_key (id, account, hash, prefix, mode, plan, terms)
     select 'key_filled' || n, $1, sha256(n::text::bytea), 'cty', 'live', 'growth', $2 from generate_series(1, 1200) n`,
    [account, termsNamed('growth')],
  );
  using rehearsal = rehearse('3.1.0');
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query(
    'select from api_key where id = (select id from api_key order by id offset 700 limit 1) for update',
  );
  const migrating = migrate(pool, rehearsal);
  const failed = assert.rejects(migrating);
  await eventually(async () => {
    const { rows } = await pool.query(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%Fill: 500 keys%'`,
    );
    assert.deepEqual(rows, [{ ended: true }]);
  });
  await failed;
  await blocker.query('rollback');
  blocker.release();
  const filled = async () => (await pool.query('select count(*)::int as rows from key_terms')).rows[0].rows;
  assert.equal(await filled(), 500);
  assert.deepEqual(await migrate(pool, rehearsal), ['9003_fill_key_terms.sql']);
  assert.equal(await filled(), 1201);
});
