import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { columns } from '#values/contact-files/headers/columns.ts';
import { knownHeaders } from '#values/contact-files/headers/known-headers.ts';
import { judgeRow } from '../rows/row.ts';
import { originOf } from '../rows/row-texts.ts';
import { headerMap } from './header.ts';
import { readRows } from './read-rows.ts';

const origin = originOf(new Date('2026-07-01T12:00:00Z'));

interface Person {
  url: string;
  name: string | null;
  company: string | null;
  headline: string | null;
  emails: string[];
  phones: string[];
}

/** Every row of a file as it would be stored; a rejected one as its reasons. */
async function people(file: Buffer | string, map: string[] = []): Promise<(Person | string[])[]> {
  async function* bytes() {
    yield Buffer.from(file);
  }
  const found: (Person | string[])[] = [];
  for await (const { rows } of readRows(bytes(), { map: headerMap(map) })) {
    for (const read of rows) {
      const row = read.ok ? judgeRow(read.row, origin) : { ok: false as const, faults: [read.fault] };
      if (!row.ok) {
        found.push(row.faults.map(({ reason }) => reason));
        continue;
      }
      const { person, emails, phones } = row.contacts;
      found.push({
        url: row.profile.url,
        name: person.full_name,
        company: person.company,
        headline: person.headline,
        emails: emails.map(({ address, type }) => `${address} ${type}`).sort(),
        phones: phones.map(({ number }) => number).sort(),
      });
    }
  }
  return found;
}

const asha: Person = {
  url: 'https://www.linkedin.com/in/asha-example',
  name: 'Asha Example',
  company: 'Example Works, Ltd',
  headline: 'Engineer',
  emails: ['asha@works.example unknown'],
  phones: [],
};
const mobile = '+447700900123';
const office = '+442079460123';

test('LinkedIn: the notes before the header are passed over, and a connection without an address keeps its name', async () => {
  const file =
    'Notes:\n"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see ' +
    'email addresses for connections who have allowed it, see https://www.linkedin.com/psettings/privacy/email."\n\n' +
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On\n' +
    'Asha,Example,https://www.linkedin.com/in/asha-example,asha@works.example,"Example Works, Ltd",Engineer,31 Mar 2026\n' +
    'Zoë,Sample,https://www.linkedin.com/in/zoe-sample,,Paper Kite,Founder,01 Apr 2026\n';
  const [first, second] = await people(file);
  assert.deepEqual(first, asha);
  assert.deepEqual(second, {
    ...{ url: 'https://www.linkedin.com/in/zoe-sample', name: 'Zoë Sample', company: 'Paper Kite' },
    ...{ headline: 'Founder', emails: [], phones: [] },
  });
});

test('Google Contacts, as it exports now: labels are the type, and the profile is one of the websites', async () => {
  const file =
    'First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Birthday,Notes,Photo,Labels,' +
    'E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Website 1 - Label,Website 1 - Value\r\n' +
    'Asha,,Example,,"Example Works, Ltd",Engineer,,"two\nlines",,* myContacts,* Work,asha@works.example,Home,a@home.example,' +
    'Mobile,+44 7700 900123 ::: +44 20 7946 0123,Profile,https://www.linkedin.com/in/asha-example/\r\n' +
    'Zoe,,Sample,,,,,,,* myContacts,,zoe@home.example,,,,,,\r\n';
  assert.deepEqual(await people(file), [
    { ...asha, emails: ['a@home.example personal', 'asha@works.example work'], phones: [office, mobile] },
    ['profile_url_missing'],
  ]);
});

test('Google Contacts, as it exported before', async () => {
  const file =
    'Name,Given Name,Additional Name,Family Name,Location,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,' +
    'Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Website 1 - Type,Website 1 - Value\n' +
    'Asha Example,Asha,,Example,,* myContacts,* ,asha@works.example ::: a@home.example,Mobile,+44 7700 900123,,"Example Works, Ltd",Engineer,' +
    'Profile,linkedin.com/in/asha-example\n';
  const emails = ['a@home.example unknown', 'asha@works.example unknown'];
  assert.deepEqual(await people(file), [{ ...asha, emails, phones: [mobile] }]);
});

test('Outlook: a form of address is no headline, and the mark before the header is none of its name', async () => {
  const file =
    '\ufeff"Title","First Name","Middle Name","Last Name","Company","Job Title","Business Country/Region","Business Phone","Mobile Phone",' +
    '"E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address","E-mail 2 Type","Web Page"\r\n' +
    '"Ms.","Asha","","Example","Example Works, Ltd","Engineer","United Kingdom","020 7946 0123","+44 7700 900123",' +
    '"asha@works.example","SMTP","Asha Example (asha@works.example)","a@home.example","SMTP","https://www.linkedin.com/in/asha-example"\r\n';
  const emails = ['a@home.example unknown', 'asha@works.example unknown'];
  assert.deepEqual(await people(file), [{ ...asha, emails, phones: [office, mobile] }]);
});

test('HubSpot', async () => {
  const file =
    '"Record ID","First Name","Last Name","Email","Phone Number","Mobile Phone Number","Contact owner","Lead Status","Job Title","Company Name","LinkedIn URL","Country/Region"\n' +
    '"101","Asha","Example","asha@works.example","020 7946 0123","","","New","Engineer","Example Works, Ltd","https://www.linkedin.com/in/asha-example","United Kingdom"\n';
  assert.deepEqual(await people(file), [{ ...asha, phones: [office] }]);
});

test("Apollo: apostrophes before numbers go, guessed addresses too, and the company's links are not the person's", async () => {
  const header =
    'First Name,Last Name,Title,Company Name,Company Name for Emails,Email,Email Status,Work Direct Phone,Mobile Phone,Corporate Phone,# Employees,' +
    'Person Linkedin Url,Website,Company Linkedin Url,Twitter Url,Country,Secondary Email\n';
  const row = (status: string) =>
    `Asha,Example,Engineer,"Example Works, Ltd",Example Works,asha@works.example,${status},,'+44 7700 900123,'+1 202 555 0123,20,` +
    'http://www.linkedin.com/in/asha-example,https://works.example,http://www.linkedin.com/company/example-works,,United Kingdom,a@home.example\n';
  const emails = ['a@home.example unknown', 'asha@works.example unknown'];
  assert.deepEqual(await people(header + row('Verified') + row('Extrapolated')), [
    { ...asha, emails, phones: [mobile] },
    { ...asha, emails: emails.slice(0, 1), phones: [mobile] },
  ]);
});

test("Apollo: what it says of an address's check, a phone and a place is kept", async () => {
  const file =
    'First Name,Last Name,Email,Email Status,Work Direct Phone,Mobile Phone,Person Linkedin Url,City,State,Country\n' +
    "Asha,Example,asha@works.example,Verified,'+1 202 555 0123,'+1 202 555 0124,linkedin.com/in/asha-example,Pune,Maharashtra,India\n";
  async function* bytes() {
    yield Buffer.from(file);
  }
  for await (const { rows } of readRows(bytes(), {})) {
    const [read] = rows;
    assert.ok(read?.ok);
    const row = judgeRow(read.row, origin);
    assert.ok(row.ok);
    const { person, emails, phones } = row.contacts;
    assert.equal(person.location, 'Pune, Maharashtra, India');
    assert.deepEqual(
      emails.map(({ address, status }) => [address, status]),
      [['asha@works.example', 'verified']],
    );
    assert.deepEqual(phones.map(({ number, type }) => [number, type]).sort(), [
      ['+12025550123', 'fixed_line_or_mobile'],
      ['+12025550124', 'mobile'],
    ]);
  }
});

for (const header of [
  'Work Email 1 Status',
  'Work Email 1 Verification',
  'work_email_1_confidence',
  'Work Email Status',
])
  test(`a guess is rejected if the column ${header} says so`, async () => {
    const file =
      `Profile URL,Work Email 1,${header},Personal Email\n` +
      'github.com/asha-example,asha@works.example,Guessed (pattern),a@home.example\n' +
      'github.com/mira-example,mira@works.example,Verified,\n';
    const found = await people(file);
    assert.deepEqual(
      found.map((person) => (Array.isArray(person) ? person : person.emails)),
      [['a@home.example personal'], ['mira@works.example work']],
    );
  });

test('Salesforce, from a report and from the data loader', async () => {
  const report =
    '"Salutation","First Name","Last Name","Title","Account Name","Mailing Country","Phone","Mobile","Email","LinkedIn Profile"\n' +
    '"Ms.","Asha","Example","Engineer","Example Works, Ltd","United Kingdom","020 7946 0123","07700 900123","asha@works.example","linkedin.com/in/asha-example"\n';
  const loader =
    '"ID","FIRSTNAME","LASTNAME","TITLE","EMAIL","MOBILEPHONE","MAILINGCOUNTRY","LINKEDIN_URL__C"\n' +
    '"003x","Asha","Example","Engineer","asha@works.example","07700 900123","United Kingdom","https://www.linkedin.com/in/asha-example"\n';
  assert.deepEqual(await people(report), [{ ...asha, phones: [office, mobile] }]);
  assert.deepEqual(await people(loader), [{ ...asha, company: null, phones: [mobile] }]);
});

test('Lusha', async () => {
  const file =
    'First Name;Last Name;Job Title;Company Name;Company Website;Work Email;Private Email;Direct Phone;Mobile Phone;LinkedIn URL\n' +
    'Asha;Example;Engineer;Example Works, Ltd;works.example;asha@works.example;a@home.example;+44 20 7946 0123;N/A;https://www.linkedin.com/in/asha-example\n';
  const emails = ['a@home.example personal', 'asha@works.example work'];
  assert.deepEqual(await people(file), [{ ...asha, emails, phones: [office] }]);
});

test('ContactOut, saved as "Unicode text" by a spreadsheet', async () => {
  const file =
    'Name\tTitle\tCompany\tLinkedIn Profile URL\tWork Email\tPersonal Email\tPhone\r\n' +
    'Asha Example\tEngineer\tExample Works, Ltd\thttps://www.linkedin.com/in/asha-example\tasha@works.example\t-\t+44 7700 900123\r\n';
  const emails = ['asha@works.example work'];
  const read = await people(Buffer.from(`\ufeff${file}`, 'utf16le'));
  assert.deepEqual(read, [{ ...asha, emails, phones: [mobile] }]);
});

test('plain words, parted by pipes, with whatever a person types into a cell', async () => {
  const file =
    'Profile URL|First Name|Surname|E-mail|Mobile Phone|Position|Employer\n' +
    'linkedin.com/in/asha-example|Asha|Example|mailto:asha@works.example; Asha <a@home.example>, NULL|(none)|Engineer|Example Works, Ltd\n';
  const emails = ['a@home.example unknown', 'asha@works.example unknown'];
  assert.deepEqual(await people(file), [{ ...asha, emails }]);
});

test('an unknown header is read as the operator says', async () => {
  const file = 'Who,Reach them at,Where\nAsha Example,asha@works.example,linkedin.com/in/asha-example\n';
  const map = ['full_name=Who', 'email=reach them at', 'profile_url=Where'];
  assert.deepEqual(await people(file, map), [{ ...asha, company: null, headline: null }]);
  await assert.rejects(people(file, ['email=Nowhere', ...map]), { reason: 'unknown_column' });
  await assert.rejects(people(file), /Who, Reach them at, Where/);
});

test('a file without a contact column, or without profiles, is refused and says what to do', async () => {
  await assert.rejects(people('Profile URL,Name\nlinkedin.com/in/a,A\n'), {
    reason: 'no_contact_column',
    detail: /`map=email=Work Email`.*The header has: Profile URL, Name\./,
  });
  await assert.rejects(people('Name,E-mail\nA,a@works.example\n'), {
    reason: 'missing_column',
    detail: /profile_url.*The header has: Name, E-mail\./,
  });
});

test('the guide lists every header that is known, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/guide/directory.md', import.meta.url), 'utf8');
  const [, listed] = /<!-- known headers.*?-->\n(.*?)<!-- end -->/s.exec(page)!;
  const rows = knownHeaders.flatMap(({ name, headers }) =>
    Object.entries(headers).map(
      ([target, names]) => `| ${name} | \`${target}\` | ${names.map((one) => `\`${one}\``).join(', ')} |`,
    ),
  );
  assert.deepEqual(listed!.trim().split('\n').slice(2), rows);
});

test('no header means two things', () => {
  const meanings = new Map<string, string>();
  for (const { headers } of knownHeaders) {
    for (const [target, names] of Object.entries(headers)) {
      for (const name of names) {
        const form = name.toLowerCase().replace(/[^a-z0-9]/g, '');
        assert.equal(meanings.get(form) ?? target, target, name);
        meanings.set(form, target);
      }
    }
  }
});

test('the template in the examples is read whole', async () => {
  const file = readFileSync(new URL('../../../../docs/examples/template.csv', import.meta.url), 'utf8');
  assert.equal(file.split('\n')[0], columns.join(','));
  assert.deepEqual(
    (await people(file)).map((row) => !Array.isArray(row) && row.emails.length),
    [2],
  );
});
