import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, customer, find, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { eraseSuppressed } from '../hiding/erase-suppressed.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (name: string) => `https://www.linkedin.com/in/${name}`;
const exported = (body: object) => asOperator(service, 'POST', '/api/v1/admin/people/export', body);
const erased = (body: object) =>
  asOperator(service, 'POST', '/api/v1/admin/people/erasure', { reason: 'asked by letter', ...body });

/** Every row of every table as text, but for the job queue's. */
async function everythingStored(): Promise<string> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query(
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace",
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select string_agg(t::text, ' ') as text from ${name} t`);
    texts.push(`${name}: ${rows[0].text}`);
  }
  const { rows: jobs } = await pool.query("select string_agg(data::text, ' ') as text from pgboss.job");
  return `${texts.join('\n')}\njobs: ${jobs[0].text}`;
}

test('an export tells every value with its provenance, the import it came from, and to whom and when it was given', async () => {
  await importRows(
    service,
    'profile_url,full_name,email,phone,source_url\nlinkedin.com/in/ex-one,Ex One,ex@example.com,+12025550141,https://works.example/team\n',
    { file_name: 'team.csv' },
  );
  const [one, other] = [await customer(service), await customer(service)];
  const { id } = (await find(service, one, linkOf('ex-one'))).json();
  await service.withKey(other.key, 'POST', '/api/v1/find', {
    profile_url: linkOf('ex-one'),
    include: ['phones'],
  });

  for (const by of [
    { email: 'EX@example.com' },
    { phone: '+12025550141' },
    { profile_url: linkOf('ex-one') },
  ]) {
    const { profiles, suppressions } = await exported(by);
    assert.equal(profiles.length, 1, JSON.stringify(by));
    const [{ profile, directory, suppressed, recipients, recipients_total }] = profiles;
    assert.deepEqual([profile.url, suppressed, suppressions.length], [linkOf('ex-one'), false, 0]);
    assert.equal(directory.person.full_name, 'Ex One');
    const [{ source, url }] = directory.emails[0].sources;
    assert.deepEqual(
      [directory.emails[0].address, source, url],
      ['ex@example.com', 'directory', 'https://works.example/team'],
    );
    assert.deepEqual(
      directory.imports.map((found: { file_name: string }) => found.file_name),
      ['team.csv'],
    );
    assert.equal(recipients_total, 2);
    const given = recipients.map(({ account_id, emails, phones, links }: Record<string, unknown>) => [
      account_id,
      emails,
      phones,
      links,
    ]);
    assert.deepEqual(given, [
      [other.accountId, false, true, false],
      [one.accountId, true, true, false],
    ]);
    assert.equal(recipients[1].lookup_id, id);
    assert.equal(recipients[1].kept.emails[0].address, 'ex@example.com');
  }
});

test('a miss, a repeat by idempotency key and a test key are no disclosures', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/ex-two,ex-two@example.com\n');
  const caller = await customer(service);
  await find(service, caller, linkOf('ex-nobody'));
  for (let at = 0; at < 3; at += 1)
    await find(service, caller, linkOf('ex-two'), { 'idempotency-key': 'twice' });
  await find(service, await customer(service, 0, { mode: 'test' }), 'linkedin.com/in/asha-example');
  assert.equal((await exported({ profile_url: linkOf('ex-two') })).profiles[0].recipients_total, 1);
  for (const link of [linkOf('ex-nobody'), linkOf('asha-example')]) {
    const [profile] = (await exported({ profile_url: link })).profiles;
    assert.deepEqual([profile.directory, profile.recipients_total], [null, 0]);
  }
});

test('an export names further profiles that carry the same address or number', async () => {
  await importRows(
    service,
    'profile_url,email,phone\nlinkedin.com/in/ex-three,,+12025550142\ngithub.com/ex-three,three@example.com,+12025550142\n',
  );
  const { profiles, shares_values_with } = await exported({ profile_url: linkOf('ex-three') });
  assert.equal(profiles.length, 1);
  assert.deepEqual(shares_values_with, ['https://github.com/ex-three']);
});

test('an export of an unknown person is empty, and leaves an audit row without the value', async () => {
  const answer = await exported({ email: 'stranger@example.com' });
  assert.deepEqual([answer.profiles, answer.suppressions, answer.shares_values_with], [[], [], []]);
  const { rows } = await service.database.pool.query(
    "select details::text from audit_entry where event = 'person.exported' order by id desc limit 1",
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0].details.includes('stranger'));
});

test('a suppressed person is exported to the operator, marked as such', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/ex-four,four@example.com\n');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    email: 'four@example.com',
    reason: 'test',
  });
  const { profiles, suppressions } = await exported({ email: 'four@example.com' });
  assert.equal(profiles[0].suppressed, true);
  assert.equal(profiles[0].directory.emails.length, 1);
  assert.deepEqual(suppressions.map((entry: { kind: string }) => entry.kind).sort(), ['email', 'profile']);
});

for (const by of ['profile_url', 'email', 'phone'] as const) {
  test(`an erasure by ${by} leaves nothing of the person in the database but the proof of who was given it`, async () => {
    const name = `gone-${by.replace('_', '-')}`;
    const number = { profile_url: '1', email: '2', phone: '3' }[by];
    const values = {
      profile_url: linkOf(name),
      email: `${name}@example.com`,
      phone: `+1202555015${number}`,
    };
    await importRows(
      service,
      `profile_url,full_name,email,phone\n${values.profile_url},Gone ${name} Person,${values.email},${values.phone}\n`,
    );
    const [one, other] = [await customer(service), await customer(service)];
    for (const caller of [one, one, other]) await find(service, caller, values.profile_url);

    const answer = await erased({ [by]: values[by] });

    const { suppressed, ...counts } = answer;
    assert.deepEqual(counts, {
      profiles_erased: 1,
      source_answers_erased: 0,
      answers_withdrawn: 3,
      erased: {
        answers: 3,
        bounce_reports: 0,
        directory: 1,
        email_verdicts: 0,
        jobs: 0,
        refused_calls: 0,
        source_answers: 0,
      },
      accounts_told: 2,
    });
    assert.equal(suppressed.length, 1);
    const stored = await everythingStored();
    for (const trace of [values.email, values.phone, `Gone ${name}`]) {
      assert.ok(!stored.includes(trace), `${trace} is still stored`);
    }
    const [profile] = (await exported({ profile_url: values.profile_url })).profiles;
    assert.deepEqual(
      [profile.directory, profile.recipients_total, profile.recipients[0].kept],
      [null, 3, null],
    );
  });
}

test('an erased person stays out of later imports; erased without suppression they come back', async () => {
  const rows =
    'profile_url,email\nlinkedin.com/in/back-no,no@example.com\nlinkedin.com/in/back-yes,yes@example.com\n';
  await importRows(service, rows);
  await erased({ email: 'no@example.com' });
  const { suppressed } = await erased({ email: 'yes@example.com', suppress: false });
  assert.deepEqual(suppressed, []);
  await runJob(service, eraseSuppressed);
  await importRows(service, rows, { file_name: 'again.csv' });
  const caller = await customer(service);
  const statusOf = async (name: string) => (await find(service, caller, linkOf(name))).json().status;
  assert.deepEqual([await statusOf('back-no'), await statusOf('back-yes')], ['not_found', 'completed']);
});

test('answers of sources are erased and exported with the person', async () => {
  const link = linkOf('from-a-source');
  const { profileHashOf } = await import('#values/profile-link/index.ts');
  const contacts = { person: {}, emails: [{ address: 'found@example.com' }], phones: [], links: [] };
  await service.database.pool.query(
    `insert into source_answer (profile_hash, source, wanted, contacts, fresh_until)
     values ($1, 'github', 7, $2, clock_timestamp() + interval '1 day')`,
    [profileHashOf(link), JSON.stringify({ ...contacts, person: nobody })],
  );
  const [known] = (await service.admin('POST', '/api/v1/admin/people/export', { profile_url: link })).json()
    .profiles;
  assert.equal(known.source_answers[0].emails[0].address, 'found@example.com');
  assert.equal((await erased({ profile_url: link })).source_answers_erased, 1);
  assert.ok(!(await everythingStored()).includes('found@example.com'));
});

const nobody = { full_name: null, headline: null, company: null, location: null };
