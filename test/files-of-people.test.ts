import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Customer, customer, givenAccount } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { spreadsheetOf } from '#test/support/spreadsheet.ts';

let service: TestService;
let holder: Customer;
before(async () => {
  service = await testService();
  holder = await customer(service, 100);
});
after(() => service[Symbol.asyncDispose]());

const send = (path: string, headers: Record<string, string>, file: Buffer | string) =>
  service.request('POST', path, { headers, body: file });

const imported = async (file: Buffer | string, contentType: string, query = '') =>
  await send(
    `/api/v1/admin/directory/imports?dry_run=true${query}`,
    { 'x-admin-secret': testSecrets.admin_secret, 'content-type': contentType },
    file,
  );
const jobOf = async (file: Buffer | string, contentType: string, query = '') =>
  await send(
    `/api/v1/jobs?dry_run=true${query}`,
    { authorization: `Bearer ${holder.key}`, 'content-type': contentType },
    file,
  );

const links = ['https://www.linkedin.com/in/asha-example', 'https://github.com/zoe-example'];
const table = [
  ['First Name', 'Last Name', 'LinkedIn URL', 'E-mail', 'Reference'],
  ['Asha', 'Example', links[0]!, 'asha@works.example', 'A-1'],
  ['Zoë', 'Müller', links[1]!, 'zoe@works.example', 'A-2'],
];
const separated = (by: string) => table.map((cells) => `${cells.join(by)}\r\n`).join('');
const objects = [
  { full_name: 'Asha Example', profile_url: links[0], emails: ['asha@works.example'] },
  { full_name: 'Zoë Müller', profile_url: links[1], emails: [{ address: 'zoe@works.example' }] },
];
const cards = objects
  .map(
    ({ full_name, profile_url }, at) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${full_name}\r\nURL:${profile_url}\r\nEMAIL:${table[at + 1]![3]}\r\nEND:VCARD\r\n`,
  )
  .join('');

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const files: [name: string, file: Buffer | string, contentType: string, format: string, query?: string][] = [
  ['CSV', separated(','), 'text/csv', 'csv'],
  ['text separated by tabs', separated('\t'), 'text/tab-separated-values', 'csv'],
  ['CSV in Windows-1252', Buffer.from(separated(';'), 'latin1'), 'text/csv', 'csv', '&encoding=windows-1252'],
  ['CSV under a type that says nothing', separated(','), 'application/octet-stream', 'csv'],
  ['a spreadsheet', spreadsheetOf(table), spreadsheetType, 'xlsx'],
  ['vCards', cards, 'text/vcard', 'vcard'],
  ['NDJSON', objects.map((one) => `${JSON.stringify(one)}\n`).join(''), 'application/x-ndjson', 'ndjson'],
  ['a JSON array', JSON.stringify(objects), 'application/json', 'json'],
  ['CSV in gzip', gzipSync(separated(',')), 'application/gzip', 'csv'],
  ['vCards in gzip', gzipSync(cards), 'application/octet-stream', 'vcard'],
];
for (const [name, file, contentType, format, query] of files) {
  test(`${name}: an import and a job find the same people`, async () => {
    const report = await imported(file, contentType, query);
    assert.equal(report.statusCode, 200, report.body);
    const { accepted, rejected, preview, ...read } = report.json();
    assert.deepEqual([read.format, accepted, rejected], [format, 2, 0], report.body);
    assert.deepEqual(
      preview.map((one: { profile: { url: string }; person: { full_name: string } }) => [
        one.profile.url,
        one.person.full_name,
      ]),
      [
        [links[0], 'Asha Example'],
        [links[1], 'Zoë Müller'],
      ],
    );
    const job = await jobOf(file, contentType, query);
    assert.equal(job.statusCode, 200, job.body);
    assert.deepEqual([job.json().counts.profiles, job.json().counts.refused], [2, 0], job.body);
    assert.ok(job.json().file.name_columns.length > 0);
  });
}

for (const [name, file, reason, sentence] of [
  ['a PDF', '%PDF-1.7', 'not_text', /is a PDF/],
  [
    'Windows-1252',
    Buffer.from(separated(','), 'latin1'),
    'not_utf8',
    /looks like Windows-1252.*`encoding=windows-1252`/,
  ],
] as const) {
  test(`${name} is refused in the same words by both, and nothing is stored`, async () => {
    const [one, other] = [await imported(file, 'text/csv'), await jobOf(file, 'text/csv')];
    for (const refused of [one, other]) {
      assert.equal(refused.statusCode, 400);
      assert.equal(refused.json().reason, reason);
      assert.match(refused.json().detail, sentence);
    }
    assert.equal(one.json().detail, other.json().detail);
  });
}

const google = {
  'as Google writes it now':
    'First Name,Middle Name,Last Name,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,' +
    'Phone 1 - Label,Phone 1 - Value,Website 1 - Label,Website 1 - Value,Website 2 - Label,Website 2 - Value\n' +
    `Asha,,Example,Example Works,CEO,"two\nlines",* myContacts,Work,asha@works.example,Mobile,+44 7700 900123,LinkedIn,${links[0]},,\n` +
    `Zoë,,Müller,,,,* myContacts,,,,,Blog,https://zoe.example,Profile,${links[1]}\n` +
    'Dana,,Desk,,,,* myContacts,Home,dana@home.example,Mobile,+44 7700 900124,,,,\n' +
    'Mira,,Sample,,,,* myContacts,,,,,Profile,https://mira.example ::: https://gitlab.com/mira-sample,,\n',
  'as Google wrote it before':
    'Name,Given Name,Additional Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,' +
    'Phone 1 - Type,Phone 1 - Value,Organization 1 - Name,Organization 1 - Title,Website 1 - Type,Website 1 - Value,Website 2 - Type,Website 2 - Value\n' +
    `Asha Example,Asha,,Example,,* myContacts,* Work,asha@works.example,Mobile,+44 7700 900123,Example Works,CEO,LinkedIn,${links[0]},,\n` +
    `Zoë Müller,Zoë,,Müller,"a, b",* myContacts,,,,,,,Blog,https://zoe.example,Profile,${links[1]}\n` +
    'Dana Desk,Dana,,Desk,,* myContacts,Home,dana@home.example,Mobile,+44 7700 900124,,,,,,\n' +
    'Mira Sample,Mira,,Sample,,* myContacts,,,,,,,Profile,https://mira.example ::: https://gitlab.com/mira-sample,,\n',
};
for (const [name, file] of Object.entries(google)) {
  test(`contacts ${name}: no person and no name is lost`, async () => {
    const job = (await jobOf(file, 'text/csv')).json();
    assert.deepEqual([job.counts.rows, job.counts.profiles, job.counts.refused], [4, 3, 1]);
    assert.equal(job.file.header_line, 1);
    assert.match(job.file.name_columns.map((one: { name: string }) => one.name).join(), /Name/);
    const report = (await imported(file, 'text/csv')).json();
    assert.deepEqual([report.accepted, report.rejected], [3, 1], JSON.stringify(report));
  });
}

test('a packed file waits for its turn, however small it is; a small plain one is read at once', async () => {
  const { uploads } = service.app.kernel.ports.heavyWork;
  const busy = Promise.withResolvers<void>();
  const { account } = await givenAccount(service.database.db, holder);
  const tasks = Array.from({ length: 5 }, () => uploads.run(String(account), () => busy.promise));
  for (const file of [gzipSync(separated(',')), spreadsheetOf(table)])
    assert.equal((await jobOf(file, 'application/octet-stream')).statusCode, 503);
  assert.equal((await jobOf(separated(','), 'text/csv')).statusCode, 200);
  busy.resolve();
  await Promise.all(tasks);
  assert.equal((await jobOf(spreadsheetOf(table), spreadsheetType)).statusCode, 200);
});
