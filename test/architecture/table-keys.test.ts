// docs/decisions/cells.md declares the key of each table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectionConfig, withClient } from '#platform/database/pools.ts';
import { customer, importRows } from '../support/kit.ts';
import { testService } from '../support/service.ts';
import { root } from './sources.ts';

const page = readFileSync(join(root, 'docs/decisions/cells.md'), 'utf8');
const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { pool } = service.database;

/** The tables of an item of the page's list. */
function declared(title: string): string[] {
  const item = page.split(`\n- **${title}**`)[1]?.split(/\n(?:-|\n)/)[0] ?? '';
  const tables = [...item.matchAll(/`(\w+)`/g)].map(([, table]) => table!);
  assert.ok(tables.length > 0, `docs/decisions/cells.md lists no tables under "${title}"`);
  return tables.sort();
}

test('each table is keyed by account, by profile or by installation', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const listed = ['Account', 'Profile', 'Installation'].flatMap(declared);
  assert.deepEqual(listed.sort(), rows.map(({ name }) => name).sort());
});

test('a paid lookup reads and writes the listed tables alone', async () => {
  const { accountId, keyId } = await customer(service);
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\n');
  const { rows: given } = await pool.query(
    'select array(select id from account where account_id = $1) as accounts, array(select profile_hash from directory_profile) as profiles',
    [accountId],
  );
  const { accounts, profiles } = given[0];
  // The counts of a connection begin with it.
  await withClient(connectionConfig(service.database.url), async (client) => {
    await client.query('begin');
    const { rows } = await client.query(
      `select o_outcome, o_charged from lookup_answer_batch(
         p_account => $1::bigint[], p_profile => $2::uuid[], p_op => array[gen_random_uuid()],
         p_request_hash => array[gen_random_uuid()], p_key_id => array[$3], p_wants => '{0}', p_words => array[null], p_is_covered => '{false}',
         p_answer => '{"{}"}', p_at => '{0}', p_network => '{github}', p_kind => '{find}', p_door => '{api}',
         p_client_reference => array[null], p_job => array[null]::uuid[], p_repeat_days => 0, p_wait => false, p_free_max => '{1000000}')`,
      [accounts, profiles, keyId],
    );
    assert.deepEqual(rows, [{ o_outcome: 'answered', o_charged: 1 }]);
    const { rows: touched } = await client.query<{ name: string; is_read: boolean; is_written: boolean }>(
      `select coalesce(parent.relname, stat.relname)::text as name,
         bool_or(coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0) as is_read,
         bool_or(n_tup_ins + n_tup_upd + n_tup_del > 0) as is_written
       from pg_stat_xact_user_tables stat
       left join pg_inherits on inhrelid = stat.relid left join pg_class parent on parent.oid = inhparent
       where stat.schemaname = 'public' group by 1`,
    );
    const named = (which: 'is_read' | 'is_written') =>
      touched
        .filter((table) => table[which])
        .map(({ name }) => name)
        .sort();
    assert.deepEqual(named('is_read'), declared('A lookup reads'));
    assert.deepEqual(named('is_written'), declared('A lookup writes'));
  });
});
