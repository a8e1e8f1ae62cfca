import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { measureQuality } from './measure-quality.ts';
import { endMeasuring, measureProfile, startMeasuring } from './rules.ts';
import { sourcesListed } from './shapes.ts';
import { sharedAmong } from './sql.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const header = 'profile_url,full_name,company,email,phone,link,source,seen_at\n';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const quality = async () => {
  await runJob(service, measureQuality);
  return asOperator(service, 'GET', '/api/v1/admin/directory/quality');
};

test('an empty directory has no figures, and says when it was measured', async () => {
  const before = await asOperator(service, 'GET', '/api/v1/admin/directory/quality');
  assert.deepEqual([before.measured_at, before.measured, before.sources], [null, 0, []]);
  const { measured_at, profiles } = await quality();
  assert.ok(measured_at);
  assert.equal(profiles, 0);
});

test('each source has its fill rate, ages, duplicates and conflicts', async () => {
  await importRows(
    service,
    `${header}github.com/q-a,Asha Example,Example Works,asha@works.example,,,crm,${daysAgo(10)}\n` +
      `github.com/q-b,Bela Example,Example Works,bela@works.example,+12025550101,,crm,${daysAgo(400)}\n`,
  );
  await importRows(
    service,
    `${header}github.com/q-a,ASHA EXAMPLE,Other Example,asha@works.example,,asha.example,booth,${daysAgo(1000)}\n` +
      `github.com/q-c,,,,+12025550101,,booth,${daysAgo(20)}\n`,
  );
  const { profiles, measured, sources, all, others } = await quality();
  assert.deepEqual([profiles, measured, others], [3, 3, null]);
  const [booth, crm] = ['booth', 'crm'].map((name) =>
    sources.find(({ source }: { source: string }) => source === name),
  );
  const fill = ({
    profiles: count,
    with_email,
    with_phone,
    with_link,
    with_name,
    with_company,
  }: typeof crm) => [...[count, with_email, with_phone, with_link, with_name, with_company]];
  assert.deepEqual(fill(crm), [2, 2, 1, 0, 2, 2]);
  assert.deepEqual(fill(booth), [2, 1, 1, 1, 1, 1]);
  assert.deepEqual(fill(all), [3, 2, 2, 1, 2, 2]);
  const ages = ({ ages: its }: typeof crm) => its.map(({ values }: { values: number }) => values);
  assert.deepEqual(ages(crm), [1, 0, 0, 0, 2, 0]);
  assert.deepEqual(ages(booth), [1, 0, 0, 0, 0, 2]);
  assert.deepEqual([crm.addresses, crm.duplicates, booth.addresses, booth.duplicates], [3, 1, 2, 1]);
  assert.deepEqual(crm.name_conflicts, { compared: 1, differing: 0 }, 'case makes no difference');
  assert.deepEqual(crm.company_conflicts, { compared: 1, differing: 1 });
  assert.deepEqual(all.company_conflicts, { compared: 1, differing: 1 });
});

test('an unchanged directory is not measured again within a day, a changed one is', async () => {
  const first = await quality();
  assert.equal((await quality()).measured_at, first.measured_at);
  const { id } = await importRows(service, `${header}github.com/q-d,,,d@works.example,,,crm,\n`);
  assert.equal((await quality()).profiles, 4);
  await asOperator(service, 'DELETE', `/api/v1/admin/directory/imports/${id}`);
  assert.equal((await quality()).profiles, 3);
});

test('a value of more profiles than are read at once counts as shared, and hides no other', async () => {
  const { db, pool } = service.database;
  const keyOf = (at: number) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`;
  await pool.query(`insert into directory_profile (profile_hash, network, handle, url, contacts, suppression_keys, holds)
    select gen_random_uuid(), 'github', at, at, '{}',
      case when at <= 6000 then array['${keyOf(1)}'::uuid] else array['${keyOf(2)}'::uuid] end, 1
    from generate_series(1, 6002) as at`);
  assert.deepEqual((await sharedAmong(db, [keyOf(1), keyOf(2), keyOf(3)], new Set())).sort(), [
    keyOf(1),
    keyOf(2),
  ]);
});

test('sources beyond those listed are measured together', () => {
  const measuring = startMeasuring();
  for (let at = 0; at < 1200; at += 1) {
    const seen_at = daysAgo(1);
    const sources = [{ source: `list ${at}`, kind: 'operator_directory', url: null, seen_at }];
    const emails = [{ address: `a${at}@works.example`, sources }];
    const person = { full_name: null, headline: null, company: null, location: null };
    const contacts = { person, emails, phones: [], links: [] } as never;
    const profile = { contacts, statements: [{ importId: 'imp', contacts }], suppressionKeys: ['p', 'k'] };
    measureProfile(measuring, profile, new Set(), new Date());
  }
  const { sources, others, all } = endMeasuring(measuring, 1200);
  assert.equal(sources.length, sourcesListed);
  assert.deepEqual(
    [others?.profiles, others?.values, all.values],
    [1200 - sourcesListed, 1200 - sourcesListed, 1200],
  );
});
