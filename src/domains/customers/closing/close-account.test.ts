import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { manifest } from '#app/manifest.ts';
import { reconcileLedger } from '#domains/credits/index.ts';
import { root } from '#test/architecture/sources.ts';
import { tableOwners } from '#test/architecture/table-owners.ts';
import { givenCredits, givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
const { db } = service.database;
after(() => service[Symbol.asyncDispose]());

const path = (account: string, what = 'closing') => `/api/v1/admin/accounts/${account}/${what}`;
const close = (account: string, members = {}) =>
  service.admin('POST', path(account), {
    forfeit_credits: true,
    without_export: true,
    reason: 'They asked for it',
    ...members,
  });

let people = 0;
async function person() {
  people += 1;
  const name = `leaver-${people}`;
  const registered = await service.internal('POST', '/internal/identity/register', {
    account_id: name,
    email: `${name}@example.com`,
  });
  assert.equal(registered.statusCode, 200, registered.body);
  const key = await givenKey(db, { accountId: name });
  return { name, email: `${name}@example.com`, ...key };
}

test('every table about accounts is erased or kept with a reason, by its own domain', async () => {
  const { rows } = await service.database.pool.query<{ name: string }>(`
    select distinct class.relname as name from pg_class as class join pg_attribute on attrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname in ('account', 'account_id') and not attisdropped`);
  const owners = tableOwners(root);
  const declared = (table: string) =>
    manifest.domains.find(({ id }) => owners.get(table)?.startsWith(`src/domains/${id}`))?.accountData
      ?.tables[table];
  assert.deepEqual(
    rows.map(({ name }) => name).filter((table) => !declared(table)),
    [],
  );
  const tables = manifest.accountData.flatMap((data) => Object.entries(data.tables));
  const undecided = tables.filter(([, { erased, kept }]) => (erased === undefined) === (kept === undefined));
  assert.deepEqual(undecided, []);
});

test('a closing ends the key, frees the email and leaves the ledger balanced', async () => {
  const { name, email, account } = await person();
  await givenCredits(db, account, 5);
  const refused = await close(name, { forfeit_credits: false, without_export: false });
  assert.deepEqual(
    [refused.statusCode, refused.json().blocks.map(({ kind }: { kind: string }) => kind)],
    [409, ['credits_left', 'not_exported']],
  );
  const done = await close(name);
  assert.equal(done.statusCode, 200, done.body);
  const closed = done.json().account_id;
  assert.match(closed, /^closed_/);

  const { rows } = await sql<{ reason: string; amount: number }>`
    select reason, amount from credit_ledger where account = ${account} and kind = 7`.execute(db);
  assert.deepEqual(rows, [{ reason: 'the account was closed', amount: 5 }]);
  assert.deepEqual(await reconcileLedger(db), []);
  const { rows: keys } = await sql`select from api_key where account = ${account}`.execute(db);
  assert.equal(keys.length, 0);

  const again = await service.internal('POST', '/internal/identity/register', { account_id: name, email });
  assert.equal(again.statusCode, 200, again.body);
  const fresh = (await service.admin('GET', `/api/v1/admin/accounts/${name}`)).json().account;
  assert.deepEqual([fresh.email, fresh.balance, fresh.closed_at], [email, 0, null]);
});

test('a repeated closing answers the same, and the audit log has no email', async () => {
  const { name, email } = await person();
  const first = (await close(name)).json();
  const second = (await close(name)).json();
  assert.equal(second.account_id, first.account_id);
  const entries = await service.admin('GET', '/api/v1/admin/audit?action=account.closed');
  assert.ok(!entries.body.includes(email));
});

test('an export has every table, without secrets', async () => {
  const { name, email } = await person();
  const file = await service.admin('GET', path(name, 'export'));
  assert.equal(file.statusCode, 200, file.body);
  const parts = JSON.parse(file.body);
  assert.equal(parts.account.rows[0].email, email);
  assert.deepEqual(Object.keys(parts.api_key.rows[0]).includes('hash'), false);
  for (const table of manifest.accountData.flatMap(({ tables }) => Object.keys(tables)))
    assert.ok(Array.isArray(parts[table].rows), table);
});
