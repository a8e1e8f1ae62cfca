import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { manifest } from '#app/manifest.ts';
import { reconcileLedger } from '#domains/credits/index.ts';
import { root } from '#test/architecture/sources.ts';
import { tableOwners } from '#test/architecture/table-owners.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob, runJobOn } from '#test/support/jobs.ts';
import { asOperator, find, givenCredits, givenKey, importRows } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { givenPromo } from '#test/support/promos.ts';
import { applyFacts, givenPurchase } from '#test/support/purchases.ts';
import { givenInvoice } from '#test/support/sales.ts';
import { testService } from '#test/support/service.ts';
import { eraseClosed } from './erase-closed.ts';

const service = await testService();
const { db } = service.database;
after(() => service[Symbol.asyncDispose]());

const path = (account: string, what = 'closing') => `/api/v1/admin/accounts/${account}/${what}`;
async function exportOf(account: string) {
  const file = await service.admin('GET', path(account, 'export'));
  assert.equal(file.statusCode, 200, file.body);
  return JSON.parse(file.body);
}
const close = (account: string, members = {}) =>
  service.admin('POST', path(account), {
    forfeit_credits: true,
    confirm: `${account}@example.com`,
    reason: 'They asked for it',
    ...members,
  });
/** Exported and closed. */
async function closed(account: string) {
  await exportOf(account);
  const done = await close(account);
  assert.equal(done.statusCode, 200, done.body);
  return done.json();
}

/** Another process on the same database. */
const other = await testService({ database: service.database });
after(() => other[Symbol.asyncDispose]());
const provider = memoryProvider();
const people10 = Array.from({ length: 10 }, (_, at) => `linkedin.com/in/known-${at}`);
const rows10 = people10.map((link, at) => `${link},known${at}@works.example`);
await importRows(service, `profile_url,email\n${rows10.join('\n')}\n`);

type Leaver = Awaited<ReturnType<typeof leaverWithCredits>>;
/** With an export, five credits, and a purchase that nothing was paid for. */
async function leaverWithCredits() {
  const leaver = await person();
  await givenCredits(db, leaver.account, 5);
  const { reference } = await givenPurchase(db, provider, { plan: 'topup_100', account: leaver.account });
  await exportOf(leaver.name);
  return { ...leaver, reference };
}

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
  // Tables with a column that names an account, and those whose rows belong to theirs. Rows that go with such a row need no line.
  const { rows } = await service.database.pool.query<{ name: string; of: string | null; cascades: boolean }>(`
    with recursive about (id, name, of, cascades) as (
      select distinct class.oid, relname::text collate "C", null::text collate "C", false
      from pg_class as class join pg_attribute on attrelid = class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname in ('account', 'account_id') and not attisdropped
      union
      select child.oid, child.relname::text, about.name, confdeltype = 'c'
      from about join pg_constraint on confrelid = about.id and contype = 'f' and conparentid = 0
      join pg_class as child on child.oid = conrelid
      where not child.relispartition
    ) select name, of, cascades from about`);
  const owners = tableOwners(root);
  const declared = (table: string) =>
    manifest.domains.find(({ id }) => owners.get(table)?.startsWith(`src/domains/${id}`))?.accountData
      ?.tables[table];
  const goesAlong = (table: string) =>
    rows.some(({ name, of, cascades }) => name === table && cascades && declared(of!)?.erased !== undefined);
  assert.deepEqual(
    rows.map(({ name }) => name).filter((table) => !declared(table) && !goesAlong(table)),
    [],
  );
  const tables = manifest.accountData.flatMap((data) => Object.entries(data.tables));
  const undecided = tables.filter(([, { erased, kept }]) => (erased === undefined) === (kept === undefined));
  assert.deepEqual(undecided, []);
});

test('a closing ends the key, frees the email and leaves the ledger balanced', async () => {
  const { name, email, account, text } = await person();
  await givenCredits(db, account, 5);
  assert.equal((await find(other, { key: text }, people10[0]!)).statusCode, 200);
  const refused = await close(name, { forfeit_credits: false });
  assert.deepEqual(
    [refused.statusCode, refused.json().blocks.map(({ kind }: { kind: string }) => kind)],
    [409, ['credits_left', 'not_exported']],
  );
  await exportOf(name);
  const mistyped = await close(name, { forfeit_credits: true, confirm: 'other@example.com' });
  assert.deepEqual([mistyped.statusCode, mistyped.json().detail[0].loc], [422, ['body', 'confirm']]);
  const { account_id } = await closed(name);
  assert.match(account_id, /^closed_/);

  const { rows } = await sql<{ reason: string; amount: number }>`
    select reason, amount from credit_ledger where account = ${account} and kind = 7`.execute(db);
  assert.deepEqual(rows, [{ reason: 'the account was closed', amount: 4 }]);
  assert.deepEqual(await reconcileLedger(db), []);
  const { rows: keys } = await sql`select from api_key where account = ${account}`.execute(db);
  assert.equal(keys.length, 0);
  // Another process that knew the key forgets it.
  await eventually(async () =>
    assert.equal((await find(other, { key: text }, people10[0]!)).json().code, 'invalid_key'),
  );

  const again = await service.internal('POST', '/internal/identity/register', { account_id: name, email });
  assert.equal(again.statusCode, 200, again.body);
  const fresh = (await service.admin('GET', `/api/v1/admin/accounts/${name}`)).json().account;
  assert.deepEqual([fresh.email, fresh.balance, fresh.closed_at], [email, 0, null]);
});

test('a repeated closing answers the same, and the audit log has no email', async () => {
  const { name, email } = await person();
  const first = await closed(name);
  const second = await closed(name);
  assert.equal(second.account_id, first.account_id);
  const entries = await service.admin('GET', '/api/v1/admin/audit?action=account.closed');
  assert.ok(!entries.body.includes(email));
});

test('a note and the address of a webhook are nowhere once their account is closed', async () => {
  const { name } = await person();
  const traces = async () => {
    const { rows } = await sql<{ where: string }>`
      select 'audit log' as where from audit_entry as entry where entry.*::text like '%secret-mark%'
      union all select 'act' from customer_act as act where act.*::text like '%secret-mark%'
      union all select 'queue' from pgboss.job where data::text like '%secret-mark%'
      union all select 'endpoint' from webhook_endpoint where url like '%secret-mark%'`.execute(db);
    return rows.map(({ where }) => where);
  };
  const note = (text: string) => service.admin('POST', path(name, 'note'), { note: text });
  assert.equal((await note('secret-mark')).statusCode, 200);
  assert.equal((await note('secret-mark, again')).statusCode, 200);
  const endpoints = `/internal/webhooks/${name}/endpoints`;
  const made = await service.internal('POST', endpoints, { url: 'https://hooks.example.com/secret-mark' });
  assert.equal(made.statusCode, 200, made.body);
  const tested = await service.internal('POST', `${endpoints}/${made.json().id}/test`);
  assert.equal(tested.statusCode, 200, tested.body);
  assert.deepEqual(await traces(), ['endpoint']);
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/audit?action=account.note_saved');
  assert.deepEqual(
    items.map(({ before, after }: { before: object; after: object }) => [before, after]),
    [true, false].map((had) => [
      { has_note: had, is_changed: false },
      { has_note: true, is_changed: true },
    ]),
  );
  await closed(name);
  assert.deepEqual(await traces(), []);
});

test('an export has every table, without secrets', async () => {
  const { name, email } = await person();
  const parts = await exportOf(name);
  assert.equal(parts.account.rows[0].email, email);
  assert.deepEqual(Object.keys(parts.api_key.rows[0]).includes('hash'), false);
  for (const table of manifest.accountData.flatMap(({ tables }) => Object.keys(tables)))
    assert.ok(Array.isArray(parts[table].rows), table);
});

test('a person who comes back can’t redeem a promo for once per account again', async () => {
  const code = await givenPromo(service, 'WELCOME');
  const { name, email } = await person();
  const redeem = (account_id: string) =>
    service.internal('POST', '/internal/growth/redeem', { account_id, code });
  assert.equal((await redeem(name)).statusCode, 200);
  await closed(name);
  const back = `${name}-again`;
  await service.internal('POST', '/internal/identity/register', { account_id: back, email });
  assert.equal((await redeem(back)).json().code, 'promo_already_redeemed');
});

test('the GST return and the invoices of a closed account stay', async () => {
  const { name } = await person();
  const { number } = await givenInvoice(db, { accountId: name });
  const books = async () => {
    const gst = await service.admin('GET', '/api/v1/admin/billing/gst?month=2026-11');
    const invoice = await service.admin('GET', `/api/v1/admin/billing/document?number=${number}`);
    assert.deepEqual([gst.statusCode, invoice.statusCode], [200, 200]);
    return gst.body;
  };
  const before = await books();
  await closed(name);
  await runJob(service, eraseClosed);
  assert.equal(await books(), before);
});

test('an erasure that is cut off is finished by the next run', async () => {
  const { name, account, text } = await person();
  await givenCredits(db, account, 1);
  await find(service, { key: text }, 'linkedin.com/in/nobody-knows');
  await closed(name);
  const { kernel } = service.app;
  const left = async () => {
    const { rows } = await sql<{ table: string }>`
      select 'lookup' as table from lookup where account = ${account}
      union all select 'past_session' from past_session where account = ${account}`.execute(db);
    return rows.length;
  };
  const cutOff = runJobOn({ ports: kernel.ports, signal: AbortSignal.abort() }, eraseClosed);
  await assert.rejects(cutOff, { name: 'AbortError' });
  const erased = async () => (await service.admin('GET', path(name))).json();
  assert.notDeepEqual((await erased()).erased, []);
  for (let run = 0; run < 2; run += 1) await runJob(service, eraseClosed);
  assert.deepEqual([await left(), (await erased()).erased], [0, []]);
  assert.deepEqual(await reconcileLedger(db), []);
});

for (const [what, arrival] of Object.entries({
  lookups: async ({ text }: Leaver) => {
    await Promise.all(people10.map((link) => find(other, { key: text }, link)));
  },
  'a grant': async ({ name }: Leaver) => {
    const grant = { account_id: name, credits: 7, reason: 'Goodwill' };
    await other.admin('POST', '/api/v1/admin/growth/credits', grant);
  },
  'a job': async ({ text }: Leaver) => {
    await other.withKey(text, 'POST', '/api/v1/jobs', { profiles: people10 });
  },
  'a payment': async ({ reference }: Leaver) => {
    const paid = provider.pay(reference, {}, new Date());
    // A closing that wins lets the grant fail, and the event is applied again.
    await applyFacts(other.database.db, 'sandbox', paid).catch(() =>
      applyFacts(other.database.db, 'sandbox', paid),
    );
  },
}))
  test(`${what} while another process closes the account neither lose nor create credits`, async () => {
    for (let round = 0; round < 6; round += 1) {
      const leaver = await leaverWithCredits();
      const [closing] = await Promise.all([close(leaver.name), arrival(leaver)]);
      assert.ok([200, 409].includes(closing.statusCode), closing.body);
      const { rows } = await sql<{ avail: number; is_closed: boolean }>`
        select coalesce(sum(avail), 0)::integer as avail, account.closed_at is not null as is_closed
        from account left join credit_lot on credit_lot.account = account.id where account.id = ${leaver.account}
        group by account.id`.execute(db);
      assert.equal(rows[0]!.is_closed, closing.statusCode === 200);
      if (rows[0]!.is_closed) assert.equal(rows[0]!.avail, 0);
      assert.deepEqual(await reconcileLedger(db), []);
    }
  });
