import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { directoryContents, emptyDirectory } from '#test/support/directory.ts';
import { asOperator, importRows } from '#test/support/kit.ts';
import { fc } from '#test/support/properties.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

const directory = '/api/v1/admin/directory';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const load = async (csv: string, query: Record<string, string> = {}): Promise<string> =>
  (await importRows(service, csv, query)).id;

const takeBack = (id: string) => asOperator(service, 'DELETE', `${directory}/imports/${id}`);
const shown = (profile: string) =>
  service.admin('GET', `${directory}/profile?profile_url=${encodeURIComponent(profile)}`);
const change = (body: object) =>
  service.request('PATCH', `${directory}/profile`, {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'asha' },
    body: { reason: 'a test', ...body },
  });

const contents = () => directoryContents(service);
const empty = () => emptyDirectory(service);

const header = 'profile_url,full_name,email,phone,link,email_type,source,seen_at\n';

test('an import that is taken back leaves what another import alone would have left', async () => {
  const row = fc.record({
    person: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('Asha', 'Asha Example', ''),
    email: fc.constantFrom('one@works.example', 'two@works.example', 'one@works.example;two@works.example'),
    phone: fc.constantFrom('', '+12025550101', '+12025550102 ext. 5'),
    link: fc.constantFrom('', 'https://asha.example'),
    type: fc.constantFrom('', 'work', 'personal'),
    source: fc.constantFrom('', 'crm', 'booth'),
    seen: fc.constantFrom('2026-01-01', '2026-02-02', '2026-03-03'),
  });
  const file = fc
    .array(row, { minLength: 1, maxLength: 6 })
    .map(
      (rows) =>
        header +
        rows
          .map(
            ({ person, name, email, phone, link, type, source, seen }) =>
              `github.com/back-${person},${name},${email},${phone},${link},${type},${source},${seen}\n`,
          )
          .join(''),
    );
  await fc.assert(
    fc.asyncProperty(file, file, file, fc.boolean(), async (one, two, three, isFirst) => {
      await empty();
      await load(one);
      await load(three);
      const alone = await contents();

      await empty();
      const first = isFirst ? await load(two) : null;
      await load(one);
      const second = isFirst ? null : await load(two);
      await load(three);
      await takeBack((first ?? second)!);
      assert.deepEqual(await contents(), alone);
    }),
    { numRuns: 15 },
  );
});

test('an import that said everything of its people removes them, and once more removes nothing', async () => {
  await empty();
  const id = await load(`${header}github.com/gone-a,A,a@works.example,,,,,\n`);
  assert.deepEqual(await takeBack(id), { import_id: id, profiles_removed: 1, profiles_changed: 0 });
  assert.equal((await shown('github.com/gone-a')).statusCode, 404);
  assert.equal((await takeBack(id)).profiles_removed, 0);
  assert.equal((await asOperator(service, 'GET', `${directory}/imports/${id}`)).status, 'taken_back');
  const { rows } = await service.database.pool.query(
    "select event from audit_entry where event like 'directory.import_take%' and details ->> 'import_id' = $1 order by id",
    [id],
  );
  assert.deepEqual(
    rows.map(({ event }) => event),
    ['directory.import_take_back_started', 'directory.import_taken_back'],
  );
});

test('removing a source removes its sightings, and values without another source', async () => {
  await empty();
  await load(`${header}github.com/src-a,A,both@works.example,,,,crm,2026-01-01\n`);
  await load(
    `${header}github.com/src-a,A,both@works.example,,,,bought,2026-02-02\ngithub.com/src-a,A,only@works.example,,,,bought,2026-02-02\n` +
      'github.com/src-b,B,b@works.example,,,,bought,2026-02-02\n',
  );
  const removed = await asOperator(service, 'DELETE', `${directory}/sources/bought`);
  assert.deepEqual(removed, { source: 'bought', profiles_removed: 1, profiles_changed: 1 });
  const left = (await shown('github.com/src-a')).json();
  assert.deepEqual(
    left.emails.map((email: { address: string; last_seen: string; sources: { source: string }[] }) => [
      ...[email.address, email.last_seen.slice(0, 10)],
      ...email.sources.map(({ source }) => source),
    ]),
    [['both@works.example', '2026-01-01', 'crm']],
  );
  assert.equal((await shown('github.com/src-b')).statusCode, 404);
});

for (const what of ['an import', 'a source'] as const) {
  test(`${what} that is removed half-way leaves an audit row, and the counts once the rest is removed`, async () => {
    await empty();
    const id = await load(`${header}github.com/half-a,A,a@works.example,,,,half,\n`);
    const { pool } = service.database;
    const last = async () =>
      (
        await pool.query(
          `select event, details ->> 'removed' as removed from audit_entry where event ~ '^directory[.](source_remov|import_take)'
           order by id desc limit 1`,
        )
      ).rows[0];
    const remove = () =>
      service.admin(
        'DELETE',
        what === 'an import' ? `${directory}/imports/${id}` : `${directory}/sources/half`,
      );
    const events =
      what === 'an import'
        ? ['directory.import_take_back_started', 'directory.import_taken_back']
        : ['directory.source_removal_started', 'directory.source_removed'];
    await pool.query(`create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
      create trigger die before delete on directory_profile execute function die()`);
    assert.equal((await remove()).statusCode, 500);
    assert.deepEqual(await last(), { event: events[0], removed: null });
    await pool.query('drop function die cascade');
    assert.equal((await remove()).statusCode, 200);
    assert.deepEqual(await last(), { event: events[1], removed: '1' });
  });
}

test('one profile is shown as stored, with what each import said', async () => {
  await empty();
  const one = await load(`${header}github.com/show-a,Asha,a@works.example,,,,,\n`);
  const two = await load(`${header}github.com/show-a,,,+12025550101,,,,\n`);
  const { statements, emails, phones, suppressed } = (await shown('https://www.github.com/Show-A/')).json();
  assert.deepEqual([emails.length, phones.length, suppressed], [1, 1, false]);
  const said = new Map(
    statements.map((one: { import_id: string; emails: []; phones: [] }) => [one.import_id, one]),
  );
  assert.deepEqual([...said.keys()].sort(), [one, two].sort());
});

test('one value is replaced or removed, from any source, and the replacement names the operator', async () => {
  await empty();
  await load(`${header}github.com/fix-a,Asha,tpyo@works.example,+12025550101,,,,\n`);
  await load(`${header}github.com/fix-a,Asha,tpyo@works.example,,,,,\n`);
  const replaced = await change({
    ...{ profile_url: 'github.com/fix-a', email: 'TPYO@works.example', replacement: 'typo@works.example' },
  });
  assert.equal(replaced.statusCode, 200, replaced.body);
  const { emails } = replaced.json();
  assert.deepEqual(
    emails.map(({ address, sources }: { address: string; sources: { source: string }[] }) => [
      address,
      sources[0]!.source,
    ]),
    [['typo@works.example', 'operator']],
  );
  const removed = await change({
    profile_url: 'github.com/fix-a',
    phone: '+1 202 555 0101',
    replacement: null,
  });
  assert.deepEqual(removed.json().phones, []);
  const absent = await change({
    profile_url: 'github.com/fix-a',
    phone: '+1 202 555 0101',
    replacement: null,
  });
  assert.equal(absent.statusCode, 404);
  const last = await change({
    profile_url: 'github.com/fix-a',
    email: 'typo@works.example',
    replacement: null,
  });
  assert.deepEqual([last.statusCode, last.json()], [200, null]);
  assert.equal((await shown('github.com/fix-a')).statusCode, 404);
});

test('a change that names no value, two, or one that is none is 422', async () => {
  const statusOf = async (body: object) =>
    (await change({ profile_url: 'github.com/x', replacement: null, ...body })).statusCode;
  assert.equal(await statusOf({}), 422);
  assert.equal(await statusOf({ email: 'a@works.example', phone: '+12025550101' }), 422);
  assert.equal(await statusOf({ email: 'nothing' }), 422);
  assert.equal(await statusOf({ email: 'a@works.example', replacement: 'noreply@works.example' }), 422);
  assert.equal(await statusOf({ profile_url: 'not a link', email: 'a@works.example' }), 422);
});

test('a row without any value makes no profile, and a known one learns the name in it', async () => {
  await empty();
  const id = await load(
    `${header}github.com/none-a,Asha,N/A,,,,,\ngithub.com/none-b,,b@works.example,,,,,\n`,
  );
  const report = await asOperator(service, 'GET', `${directory}/imports/${id}`);
  assert.deepEqual([report.accepted, report.without_contact, report.rejected], [1, 1, 0]);
  await load(`${header}github.com/none-b,Bela,,,,,,\n`);
  assert.equal((await shown('github.com/none-b')).json().person.full_name, 'Bela');
  assert.equal((await shown('github.com/none-a')).statusCode, 404);
});

test('a dry run answers with mapping, three profiles and counts, and stores nothing', async () => {
  await empty();
  const file = `Profile URL,Reach,Shoe\n${[1, 2, 3, 4].map((at) => `github.com/dry-${at},d${at}@works.example,4${at}\n`).join('')}github.com/dry-5,bad,45\n`;
  const response = await service.request(
    'POST',
    `${directory}/imports?dry_run=true&map=email%3DReach&map=ignore%3DShoe&source=crm`,
    { headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' }, body: file },
  );
  assert.equal(response.statusCode, 200, response.body);
  const report = response.json();
  assert.deepEqual(
    [report.id, report.status, report.accepted, report.rejected, report.preview.length],
    [null, 'dry_run', 4, 1, 3],
  );
  assert.deepEqual(report.mapping, [
    { header: 'Profile URL', column: 'profile_url' },
    { header: 'Reach', column: 'email' },
    { header: 'Shoe', column: null },
  ]);
  assert.equal(report.preview[0].emails[0].sources[0].source, 'crm');
  assert.deepEqual(await contents(), { rows: [], counts: [] });
  assert.deepEqual((await asOperator(service, 'GET', `${directory}/imports`)).items, []);
});

test('a dry run that is refused because of its header says how each column would be read', async () => {
  const refusalOf = async (query: string, file: string, type = 'text/csv') => {
    const response = await service.request('POST', `${directory}/imports?dry_run=true${query}`, {
      headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': type },
      body: file,
    });
    const { reason, mapping } = response.json();
    return [response.statusCode, reason, mapping];
  };
  assert.deepEqual(await refusalOf('', 'Where,Reach,Name\ngithub.com/dry-6,d6@works.example,Asha\n'), [
    400,
    'missing_column',
    [
      { header: 'Where', column: null },
      { header: 'Reach', column: null },
      { header: 'Name', column: 'full_name' },
    ],
  ]);
  const twice = await refusalOf('', 'Profile URL,Email,Title,title\ngithub.com/dry-7,,,\n');
  assert.deepEqual([twice[1], twice[2].length], ['repeated_column', 4]);
  const line = '{"profile_url":"github.com/dry-8","reach":"d8@works.example"}\n';
  assert.deepEqual((await refusalOf('', line, 'application/x-ndjson')).at(-1), [
    { header: 'profile_url', column: 'profile_url' },
    { header: 'reach', column: null },
  ]);
  assert.deepEqual(await refusalOf('', ''), [400, 'empty', undefined]);
});

test('when the process stops, taking back and removing end at their next step, and a repeat continues', async () => {
  const { ports } = service.app.kernel;
  const { stopping } = ports;
  const id = await load(`${header}github.com/stopped,,stopped@works.example,,,,ending,\n`);
  ports.stopping = AbortSignal.abort();
  for (const address of [`imports/${id}`, 'sources/ending']) {
    const response = await service.admin('DELETE', `${directory}/${address}`);
    assert.deepEqual([response.statusCode, response.json().code], [503, 'overloaded']);
    assert.match(response.json().detail, /being stopped/);
  }
  assert.equal((await shown('github.com/stopped')).statusCode, 200);
  ports.stopping = stopping;
  assert.equal((await takeBack(id)).profiles_removed, 1);
});

test('a suppressed replacement is refused before it can hide and erase the profile', async () => {
  await load(`${header}github.com/typing,,typing@works.example,,,,,\n`);
  const hidden = { email: 'hidden@works.example', phone: '+12025550199', reason: 'asked by letter' };
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', hidden);
  const named = { profile_url: 'github.com/typing', email: 'typing@works.example' };
  const refused = await change({ ...named, replacement: ' Hidden@Works.example' });
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'value_suppressed']);
  const profile = (await shown('github.com/typing')).json();
  assert.deepEqual([profile.suppressed, profile.emails[0].address], [false, 'typing@works.example']);
});
