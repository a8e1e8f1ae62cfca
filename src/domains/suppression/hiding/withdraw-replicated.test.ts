// Writes rows as PostgreSQL's replication writes them in a cell.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectionConfig, withClient } from '#platform/database/pools.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { asOperator, customer, find, importRows } from '#test/support/kit.ts';
import { testSecrets, testService } from '#test/support/service.ts';
import { suppressionKey } from '../keys.ts';
import { withdrawReplicated } from './withdraw-replicated.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { pool } = service.database;
const keyOf = (email: string) => suppressionKey(testSecrets.suppression_pepper, 'email', email);

/** Makes the triggers of a cell fire for any row, and the foreign key for none: only a superuser may act as replication does. */
async function becomeCell(): Promise<void> {
  await pool.query(`
    alter table suppression drop constraint suppression_because_of_fkey;
    alter table suppression enable always trigger suppression_arrives;
    alter table suppression_withdrawal enable always trigger suppression_withdrawal_arrives;
    alter table suppression_withdrawal enable always trigger lookup_withdraw_replicated`);
}

/** One replicated transaction, with the search path that replication has. */
const arrives = (...statements: string[]) =>
  withClient(connectionConfig(service.database.url), (client) =>
    client.query(["begin; set local search_path = ''", ...statements, 'commit'].join(';')),
  );

const entry = (email: string, { becauseOf = 'null' } = {}) => `
  insert into public.suppression (key, kind, reason, requested_by, because_of)
  values ('${keyOf(email)}', 'email', 'opt-out', 'subject', ${becauseOf})`;
const entryOf = async (email: string) =>
  (await pool.query('select because_of, erased_at from suppression where key = $1', [keyOf(email)])).rows[0];

test('withdrawals are written where they are published, and deleted after a day', async () => {
  const count = async () =>
    (await pool.query('select count(*)::int as rows from suppression_withdrawal')).rows[0].rows;
  const suppress = (name: string) =>
    asOperator(service, 'POST', '/api/v1/admin/suppressions', {
      profile_url: `github.com/${name}`,
      reason: 'A test',
    });
  await suppress('unpublished');
  assert.equal(await count(), 0);
  await pool.query('create publication withdrawals for table suppression_withdrawal');
  await suppress('published');
  // Two rows: to withdraw, and to tell customers.
  assert.equal(await count(), 2);
  await runJobOn({ ports: service.app.kernel.ports }, withdrawReplicated);
  assert.equal(await count(), 2);
  await pool.query(`update suppression_withdrawal set at = now() - interval '25 hours'`);
  await runJobOn({ ports: service.app.kernel.ports }, withdrawReplicated);
  assert.equal(await count(), 0);
  await pool.query('drop publication withdrawals');
});

test('a withdrawal hides the person from stored answers and the history with the commit that suppresses them, and a job erases the rest', async () => {
  await becomeCell();
  await importRows(
    service,
    'profile_url,full_name,email\ngithub.com/mira-example,Mira Example,mira@example.com\n',
  );
  const holder = await customer(service);
  const { id } = (await find(service, holder, 'github.com/mira-example')).json();
  const seen = () => service.withKey(holder.key, 'GET', `/api/v1/find/${id}`);
  assert.match((await seen()).body, /mira@example\.com/);
  await arrives(
    entry('mira@example.com'),
    `insert into public.suppression_withdrawal (profile_hash, is_announced)
     select profile_hash, true from public.directory_profile where url like '%mira-example'`,
  );
  assert.doesNotMatch((await seen()).body, /mira/i);
  const listed = await service.internal('GET', `/internal/lookups/${holder.accountId}`);
  assert.equal(listed.statusCode, 200);
  assert.doesNotMatch(listed.body, /mira/i);

  const ports = { ...service.app.kernel.ports, isCell: true };
  await runJobOn({ ports }, withdrawReplicated);
  const { rows } = await pool.query(
    `select (select count(*)::int from suppression_withdrawal) as waiting,
      (select count(*)::int from lookup where answer like '%mira%') as answers`,
  );
  assert.deepEqual(rows, [{ waiting: 0, answers: 0 }]);
});

test('an entry replaces the one that this cell has made itself', async () => {
  await arrives(entry('found@example.com', { becauseOf: `'${keyOf('mira@example.com')}'` }));
  assert.notEqual((await entryOf('found@example.com')).because_of, null);
  await arrives(entry('found@example.com'));
  assert.equal((await entryOf('found@example.com')).because_of, null);
});

test('an entry that is released takes along what this cell has hidden because of it', async () => {
  await arrives(
    entry('first@example.com'),
    entry('second@example.com', { becauseOf: `'${keyOf('first@example.com')}'` }),
  );
  await arrives(`delete from public.suppression where key = '${keyOf('first@example.com')}'`);
  assert.equal(await entryOf('second@example.com'), undefined);
});
