import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, customer, find, importRows } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { suppressionKey } from '../keys.ts';
import { suppressionIdOf } from '../shapes.ts';
import { eraseSuppressed } from './erase-suppressed.ts';

const list = '/api/v1/admin/suppressions';
const reason = 'asked by letter';
const pepper = testSecrets.suppression_pepper;

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const suppress = (body: object) => asOperator(service, 'POST', list, { reason, ...body });
const linkOf = (name: string) => `https://www.linkedin.com/in/${name}`;
const statusOf = async (name: string) =>
  (await find(service, await customer(service), linkOf(name))).json().status;

async function rowsOf(name: string): Promise<number> {
  const { rows } = await service.database.pool.query(
    'select count(*)::int as rows from directory_profile where url = $1',
    [linkOf(name)],
  );
  return rows[0].rows;
}

async function storedTexts(): Promise<string> {
  const { rows } = await service.database.pool.query(
    `select (select coalesce(string_agg(suppression::text, ' '), '') from suppression) || ' '
      || (select coalesce(string_agg(audit_entry::text, ' '), '') from audit_entry)
      || (select coalesce(string_agg(usage_event::text, ' '), '') from usage_event) as texts`,
  );
  return rows[0].texts;
}

test('an address is suppressed in any spelling, and hides every profile that carries it at once', async () => {
  await importRows(
    service,
    'profile_url,email\nlinkedin.com/in/sp-a,sp@example.com\nlinkedin.com/in/sp-b,sp@example.com\n',
  );
  const answer = await suppress({ email: ' SP@Example.COM ' });
  assert.deepEqual(answer, {
    added: [suppressionIdOf(suppressionKey(pepper, 'email', 'sp@example.com'))],
    known: 0,
    profiles_hidden: 2,
    answers_withdrawn: 0,
  });
  assert.deepEqual([await statusOf('sp-a'), await statusOf('sp-b')], ['not_found', 'not_found']);
});

test('suppressing again adds nothing and says so', async () => {
  const first = await suppress({ phone: '+1 202-555-0101' });
  assert.equal(first.added.length, 1);
  const second = await suppress({ phone: '+12025550101', reason: 'another' });
  assert.deepEqual([second.added, second.known], [[], 1]);
});

test('stored answers are withdrawn in every account that received them', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/told,told@example.com\n');
  for (let at = 0; at < 3; at += 1) await find(service, await customer(service), linkOf('told'));
  await find(service, await customer(service), linkOf('somebody-else'));
  assert.equal((await suppress({ email: 'told@example.com' })).answers_withdrawn, 3);
  const { rows } = await service.database.pool.query("select answer from lookup where answer like '%told@%'");
  assert.deepEqual(rows, []);
});

test('the job erases what the list hides from the directory and its counts, and says when', async () => {
  await importRows(
    service,
    'profile_url,email\nlinkedin.com/in/er-a,er@example.com\nlinkedin.com/in/er-b,er-b@example.com\nlinkedin.com/in/er-c,er-c@example.com\n',
  );
  const before = await asOperator(service, 'GET', '/api/v1/admin/directory/stats');
  const { added } = await suppress({ items: [{ email: 'er@example.com' }, { profile_url: linkOf('er-b') }] });
  assert.equal(await rowsOf('er-a'), 1);

  await runJob(service, eraseSuppressed);

  assert.deepEqual([await rowsOf('er-a'), await rowsOf('er-b'), await rowsOf('er-c')], [0, 0, 1]);
  const now = await asOperator(service, 'GET', '/api/v1/admin/directory/stats');
  assert.deepEqual(
    [before.profiles - now.profiles >= 2, before.emails.unknown - now.emails.unknown >= 2],
    [true, true],
  );
  const { rows } = await service.database.pool.query(
    "select (select count(*) from directory_profile)::int as stored, (select sum(amount) from directory_tally where measure = 'profiles')::int as counted",
  );
  assert.equal(rows[0].stored, rows[0].counted);
  const { items } = await asOperator(service, 'GET', `${list}?email=er@example.com`);
  assert.equal(
    items[0].id,
    added.find((id: string) => id === items[0].id),
  );
  assert.ok(items[0].erased_at);
});

test('a profile seen with a suppressed value stays hidden when an import names it without the value', async () => {
  await importRows(
    service,
    'profile_url,email,phone\nlinkedin.com/in/again,again@example.com,+12025550111\n',
  );
  await suppress({ email: 'again@example.com' });
  await runJob(service, eraseSuppressed);
  await importRows(service, 'profile_url,phone\nlinkedin.com/in/again,+12025550111\n');
  assert.equal(await rowsOf('again'), 0);
  assert.equal(await statusOf('again'), 'not_found');
});

test('a suppressed value that no import has brought yet is left out when one does', async () => {
  await suppress({ phone: '+12025550122' });
  await importRows(service, 'profile_url,phone\nlinkedin.com/in/later,+12025550122\n');
  assert.equal(await rowsOf('later'), 0);
});

test('the list is given page by page, newest first, each entry once', async () => {
  for (let at = 0; at < 5; at += 1) await suppress({ email: `paged-${at}@example.com` });
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await asOperator(service, 'GET', `${list}?limit=2${cursor && `&cursor=${cursor}`}`);
    ids.push(...page.items.map((item: { id: string }) => item.id));
    cursor = page.next_cursor;
  }
  const { rows } = await service.database.pool.query('select count(*)::int as rows from suppression');
  assert.deepEqual([ids.length, new Set(ids).size], [rows[0].rows, rows[0].rows]);
  assert.equal(ids[0], suppressionIdOf(suppressionKey(pepper, 'email', 'paged-4@example.com')));
});

test('a check answers for the given value and for no other', async () => {
  await suppress({ email: 'asked@example.com' });
  const told = await asOperator(service, 'GET', `${list}?email=Asked@example.com`);
  assert.deepEqual(
    told.items.map(({ kind, requested_by }: { kind: string; requested_by: string }) => [kind, requested_by]),
    [['email', 'operator']],
  );
  assert.deepEqual((await asOperator(service, 'GET', `${list}?email=other@example.com`)).items, []);
});

test('a released value takes the profiles along that were hidden because of it, and leaves an audit row', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/freed,freed@example.com\n');
  await suppress({ email: 'freed@example.com' });
  assert.equal(await statusOf('freed'), 'not_found');
  const { released } = await asOperator(service, 'DELETE', `${list}?email=freed@example.com`);
  assert.equal(released.length, 2);
  assert.equal(await statusOf('freed'), 'completed');
  const { rows } = await service.database.pool.query(
    "select details from audit_entry where event = 'suppression.released' order by id desc limit 1",
  );
  assert.deepEqual(rows[0].details.before.suppressions, released);
});

test('of thousands that a shared address has hidden, the answer and the audit row name the first hundred', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `linkedin.com/in/sharing-${at},shared@example.com\n`);
  await importRows(service, `profile_url,email\n${rows.join('')}`);
  const { added } = await suppress({ email: 'shared@example.com' });
  const answer = await asOperator(service, 'DELETE', `${list}?email=shared@example.com`);
  assert.deepEqual([answer.released.length, answer.released_count], [100, 151]);
  assert.equal(answer.released[0], added[0]);
  const { rows: audited } = await service.database.pool.query(
    "select details from audit_entry where event = 'suppression.released' order by id desc limit 1",
  );
  assert.deepEqual(audited[0].details.before, { suppressions: answer.released, count: 151 });
});

test('a profile suppressed in its own right stays when the value it was seen with is released', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/both,both@example.com\n');
  await suppress({ email: 'both@example.com' });
  assert.equal((await suppress({ profile_url: linkOf('both') })).added.length, 1);
  await asOperator(service, 'DELETE', `${list}?email=both@example.com`);
  assert.equal(await statusOf('both'), 'not_found');
});

test('an entry is released by its id; one that is not on the list is 404', async () => {
  const { added } = await suppress({ email: 'by-id@example.com' });
  const path = `${list}/${added[0]}`;
  assert.deepEqual(await asOperator(service, 'DELETE', path), { released: added, released_count: 1 });
  for (const gone of [path, `${list}/sup_nonsense`, `${list}?email=by-id@example.com`]) {
    assert.equal((await service.admin('DELETE', gone)).statusCode, 404);
  }
});

test("a profile on the operator's own code host is suppressed by its link", async () => {
  await using own = await testService({ environment: { FORGEJO_HOSTS: 'forge.example.org' } });
  const link = 'https://forge.example.org/own-person';
  await importRows(own, `profile_url,email\n${link},own-person@example.com\n`);
  const caller = await customer(own);
  assert.equal((await find(own, caller, link)).json().status, 'completed');
  await asOperator(own, 'POST', list, { profile_url: link, reason });
  assert.equal((await find(own, caller, link)).json().status, 'not_found');
  const { profiles } = await asOperator(own, 'POST', '/api/v1/admin/people/export', { profile_url: link });
  assert.deepEqual(profiles[0].profile, { network: 'forgejo', handle: 'own-person', url: link });
});

test('every fault of every item is returned with its place, and nothing is suppressed', async () => {
  const response = await service.admin('POST', list, {
    reason,
    items: [
      { email: 'fine@example.com' },
      { email: 'no address', phone: '12' },
      {},
      { profile_url: 'github.com/a/b' },
    ],
  });
  assert.equal(response.statusCode, 422);
  assert.deepEqual(
    response.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.')),
    ['body.items.1.email', 'body.items.1.phone', 'body.items.2', 'body.items.3.profile_url'],
  );
  assert.deepEqual((await asOperator(service, 'GET', `${list}?email=fine@example.com`)).items, []);
});

test('a misspelt member of an item is 422 and not passed over', async () => {
  const response = await service.admin('POST', list, { reason, items: [{ mail: 'a@example.com' }] });
  assert.equal(response.statusCode, 422);
  assert.equal(response.json().detail[0].type, 'extra_forbidden');
});

test('naming no person is 422', async () => {
  for (const [method, path, body] of [
    ['POST', list, { reason }],
    ['DELETE', list, undefined],
    ['POST', '/api/v1/admin/people/export', {}],
    ['POST', '/api/v1/admin/people/erasure', { reason }],
  ] as const) {
    assert.equal((await service.admin(method, path, body)).statusCode, 422, path);
  }
});

test('neither the list, the audit log nor the log of who was given what holds a contact value', async () => {
  await importRows(
    service,
    'profile_url,email,phone\nlinkedin.com/in/quiet-one,quiet@example.com,+12025550133\n',
  );
  await find(service, await customer(service), linkOf('quiet-one'));
  await suppress({ email: 'quiet@example.com', phone: '+12025550133', profile_url: linkOf('quiet-one') });
  const texts = await storedTexts();
  for (const value of ['quiet@', '2025550133', 'quiet-one']) assert.ok(!texts.includes(value), value);
});

test('concurrent suppressions and imports of one person leave nothing to disclose', async () => {
  const rows = (at: number) =>
    `profile_url,email,phone\nlinkedin.com/in/race,race@example.com,+1202555019${at}\n`;
  await Promise.all([
    ...[0, 1, 2, 3].map((at) =>
      importRows(service, rows(at), { file_name: `race-${at}.csv` }).catch(() => {}),
    ),
    suppress({ email: 'race@example.com' }),
    suppress({ profile_url: linkOf('race') }),
    runJob(service, eraseSuppressed),
  ]);
  assert.equal(await statusOf('race'), 'not_found');
  await runJob(service, eraseSuppressed);
  assert.equal(await rowsOf('race'), 0);
});
