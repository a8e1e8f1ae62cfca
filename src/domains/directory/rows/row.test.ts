import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { emptyRow, type FileRow } from './file-row.ts';
import { judgeRow } from './row.ts';
import { originOf } from './row-texts.ts';

const startedAt = new Date('2026-07-01T12:00:00Z');
const origin = originOf(startedAt);
const judge = (row: Partial<FileRow>, of = origin) =>
  judgeRow({ ...emptyRow(), profile_url: 'github.com/asha-example', ...row }, of);

function contactsOf(row: Partial<FileRow>) {
  const judged = judge(row);
  assert.ok(judged.ok, JSON.stringify(judged));
  return judged.contacts;
}

test('a row becomes a profile and values that each say where they come from', () => {
  const judged = judge({
    profile_url: 'http://www.github.com/Asha-Example/?tab=stars',
    full_name: ' Asha  Example ',
    email_type: 'Work',
    emails: [{ text: 'Asha@Example.COM' }],
    phones: [{ text: '01632 960 123' }],
    country: 'gb',
    links: [{ text: 'asha-example.example' }],
    source: 'crm',
    source_url: 'https://crm.example/asha',
    seen_at: '2026-03-31',
  });
  assert.ok(judged.ok);
  const sources = [
    {
      source: 'crm',
      kind: 'operator_directory',
      url: 'https://crm.example/asha',
      seen_at: '2026-03-31T00:00:00.000Z',
    },
  ];
  assert.equal(judged.profile.url, 'https://github.com/asha-example');
  assert.equal(judged.contacts.person.full_name, 'Asha Example');
  const [email] = judged.contacts.emails;
  assert.deepEqual([email?.address, email?.type, email?.sources], ['asha@example.com', 'work', sources]);
  const [phone] = judged.contacts.phones;
  assert.deepEqual([phone?.number, phone?.country, phone?.sources], ['+441632960123', 'GB', sources]);
  assert.deepEqual(judged.contacts.links, [
    { network: 'website', handle: null, url: 'https://asha-example.example/', sources },
  ]);
});

test("without a source and a date of its own, a value comes from the directory and the import's start", () => {
  const [email] = contactsOf({ emails: [{ text: 'a@example.com' }] }).emails;
  assert.deepEqual(email?.sources, [
    { source: 'directory', kind: 'operator_directory', url: null, seen_at: '2026-07-01T12:00:00.000Z' },
  ]);
  const named = judge({ emails: [{ text: 'a@example.com' }] }, originOf(startedAt, { source: 'crm' }));
  assert.ok(named.ok);
  assert.equal(named.contacts.emails[0]?.sources[0].source, 'crm');
});

test('what a value says of its origin goes before what its row says', () => {
  const value = {
    text: 'a@example.com',
    source: 'booth',
    source_url: 'https://booth.example/',
    seen_at: '2026-02-01T10:00:00+05:30',
  };
  const [email] = contactsOf({ emails: [value], source: 'crm', seen_at: '2026-01-01' }).emails;
  assert.deepEqual(email?.sources, [
    {
      source: 'booth',
      kind: 'operator_directory',
      url: 'https://booth.example/',
      seen_at: '2026-02-01T04:30:00.000Z',
    },
  ]);
});

test('the same value twice in a row is one value', () => {
  assert.equal(
    contactsOf({ emails: [{ text: 'a@example.com' }, { text: ' A@EXAMPLE.COM' }] }).emails.length,
    1,
  );
});

test("the profile's own address is no further link", () => {
  assert.deepEqual(contactsOf({ links: [{ text: 'https://www.github.com/asha-example/' }] }).links, []);
});

const faultsOf = (judged: ReturnType<typeof judge>) =>
  judged.faults.map(({ column, reason }) => [column, reason]);

const badProfiles: [string, Partial<FileRow>, string][] = [
  ['no profile', { profile_url: '' }, 'profile_url_missing'],
  ['a company page', { profile_url: 'https://www.linkedin.com/company/example' }, 'company_page'],
  ['a site that is not known', { profile_url: 'https://people.example/asha' }, 'unsupported_host'],
];
for (const [what, row, reason] of badProfiles) {
  test(`${what} rejects the row with ${reason}`, () => {
    const judged = judge({ emails: [{ text: 'a@example.com' }], ...row });
    assert.equal(judged.ok, false);
    assert.deepEqual(faultsOf(judged), [['profile_url', reason]]);
    assert.match(judged.faults[0]!.detail, /\.$/);
  });
}

const badValues: [string, Partial<FileRow>, string, string][] = [
  ['an address without a domain', { emails: [{ text: 'asha@' }] }, 'email', 'invalid_email_domain'],
  ['an address without an @', { emails: [{ text: 'asha.example.com' }] }, 'email', 'invalid_email'],
  ['a no-reply address', { emails: [{ text: '1+asha@users.noreply.github.com' }] }, 'email', 'noreply'],
  [
    'a host without a public suffix',
    { emails: [{ text: 'asha@laptop.fritzbox' }] },
    'email',
    'unknown_suffix',
  ],
  ["an exporter's mask", { emails: [{ text: 'email_not_unlocked@domain.com' }] }, 'email', 'placeholder'],
  [
    'a guessed address',
    { emails: [{ text: 'a@works.example' }], email_status: 'Extrapolated' },
    'email',
    'guessed_email',
  ],
  [
    'an unknown type',
    { email_type: 'office chair', emails: [{ text: 'a@works.example' }] },
    'email_type',
    'invalid_email_type',
  ],
  ['a number without a country', { phones: [{ text: '01632 960123' }] }, 'phone', 'country_required'],
  ['a number no plan has', { phones: [{ text: '+1 202 555 01' }] }, 'phone', 'invalid_phone'],
  [
    'a country that is none',
    { phones: [{ text: '01632 960123' }], country: 'Atlantis' },
    'country',
    'unknown_country',
  ],
  ['a link that is none', { links: [{ text: 'not a link' }] }, 'link', 'not_a_url'],
  ['a name too long', { full_name: 'A'.repeat(201) }, 'full_name', 'too_long'],
  ['a page without a scheme', { source_url: 'crm.example/asha' }, 'source_url', 'invalid_source_url'],
  ['a page that runs', { source_url: 'javascript:alert(1)' }, 'source_url', 'invalid_source_url'],
  ['a day that is none', { seen_at: '2026-02-30' }, 'seen_at', 'invalid_seen_at'],
  ['a date before all networks', { seen_at: '0026-03-31' }, 'seen_at', 'invalid_seen_at'],
];
for (const [what, row, column, reason] of badValues) {
  test(`${what} is left out with ${reason}, and the rest of the row is taken`, () => {
    const good = { text: 'good@works.example' };
    const judged = judge({ ...row, emails: [...(row.emails ?? []), good] });
    assert.ok(judged.ok);
    assert.deepEqual(faultsOf(judged).slice(0, 1), [[column, reason]]);
    assert.ok(judged.contacts.emails.some(({ address }) => address === good.text));
    for (const { detail } of judged.faults) assert.match(detail, /\.$/);
  });
}

test('a row of which every way to reach the person is bad is rejected, with each reason', () => {
  const judged = judge({ full_name: 'Asha', emails: [{ text: 'asha@' }], phones: [{ text: '12' }] });
  assert.equal(judged.ok, false);
  assert.deepEqual(faultsOf(judged), [
    ['email', 'invalid_email_domain'],
    ['phone', 'country_required'],
  ]);
});

test('a country may be named in English, and a number with a plus sign needs none', () => {
  const numbers = (row: Partial<FileRow>) => contactsOf(row).phones.map(({ number }) => number);
  assert.deepEqual(numbers({ phones: [{ text: '01632 960123' }], country: 'United Kingdom' }), [
    '+441632960123',
  ]);
  assert.deepEqual(numbers({ phones: [{ text: '(202) 555-0123' }], country: 'USA' }), ['+12025550123']);
  assert.deepEqual(numbers({ phones: [{ text: '+441632960123' }], country: 'Atlantis' }), ['+441632960123']);
});

test('a phone keeps its extension beside its number', () => {
  const [phone] = contactsOf({ phones: [{ text: '+1 202 555 0123 ext. 45' }] }).phones;
  assert.deepEqual([phone?.number, phone?.extension], ['+12025550123', '45']);
});

test('first, middle and last name are one name, unless the row has a full one', () => {
  const parts = {
    first_name: 'Asha',
    middle_name: 'B.',
    last_name: 'Example',
    emails: [{ text: 'a@works.example' }],
  };
  assert.equal(contactsOf(parts).person.full_name, 'Asha B. Example');
  assert.equal(contactsOf({ ...parts, full_name: 'A. Example' }).person.full_name, 'A. Example');
});

test('a row without a profile of its own is about the first of its links that is one', () => {
  const judged = judge({
    profile_url: '',
    emails: [{ text: 'a@works.example' }],
    links: [{ text: 'https://asha.example/' }, { text: 'https://www.linkedin.com/in/asha-example/' }],
  });
  assert.ok(judged.ok);
  assert.equal(judged.profile.url, 'https://www.linkedin.com/in/asha-example');
  assert.deepEqual(
    judged.contacts.links.map(({ url }) => url),
    ['https://asha.example/'],
  );
});

test('hello@ is the address of a company only where the row says so', () => {
  const typeOf = (row: Partial<FileRow>) =>
    contactsOf({ emails: [{ text: 'hello@asha.example' }], ...row }).emails[0]?.type;
  assert.equal(typeOf({}), 'unknown');
  assert.equal(typeOf({ email_type: 'company' }), 'role');
  assert.equal(typeOf({ email_type: 'role' }), 'role');
});

test('a date that reads as two days refuses the file until its order is said', () => {
  const dated = { seen_at: '03/04/2026', emails: [{ text: 'a@works.example' }] };
  assert.throws(() => judge(dated), { name: 'FileRefused', reason: 'date_order_missing' });
  const seen = (dateOrder: 'dmy' | 'mdy') => {
    const judged = judge(dated, originOf(startedAt, { dateOrder }));
    assert.ok(judged.ok);
    return judged.contacts.emails[0]?.first_seen.slice(0, 10);
  };
  assert.deepEqual([seen('dmy'), seen('mdy')], ['2026-04-03', '2026-03-04']);
});

test('a date up to a day ahead is taken, for it may be tomorrow elsewhere; later is not', () => {
  const dated = (seen_at: string) => judge({ seen_at, emails: [{ text: 'a@works.example' }] });
  assert.deepEqual(faultsOf(dated('2026-07-02T12:00:00.000Z')), []);
  assert.deepEqual(faultsOf(dated('2026-07-02T12:00:00.001Z')), [['seen_at', 'seen_at_in_future']]);
});

test('no fault repeats a value of the row', () => {
  const secret = 'zq7secret';
  const rows: Partial<FileRow>[] = [
    { profile_url: secret },
    { profile_url: `https://github.com/${secret}/repository` },
    { emails: [{ text: secret }] },
    { emails: [{ text: `${secret}@${secret}` }] },
    { phones: [{ text: `+1${secret}` }] },
    { phones: [{ text: '1', country: secret }] },
    { links: [{ text: `https://${secret}` }] },
    { seen_at: secret },
    { source_url: secret },
    { email_type: secret, emails: [{ text: 'a@example.com' }] },
  ];
  for (const row of rows) assert.doesNotMatch(JSON.stringify(judge(row)), new RegExp(secret));
});

test('any text in any column is judged, never thrown at', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a@example.com', '+442079460958', 'github.com/a', '2026-01-01'),
  );
  const values = fc.array(fc.record({ text }), { maxLength: 3 });
  const row = fc.record({
    profile_url: fc.oneof(text, fc.constant('github.com/a')),
    full_name: text,
    headline: text,
    company: text,
    location: text,
    first_name: text,
    middle_name: text,
    last_name: text,
    city: text,
    state: text,
    email_type: fc.oneof(text, fc.constant('')),
    email_status: text,
    faults: fc.constant<FileRow['faults']>([]),
    country: fc.oneof(text, fc.constant('')),
    source: text,
    source_url: fc.oneof(text, fc.constant('')),
    seen_at: fc.oneof(text, fc.constant('')),
    emails: values,
    phones: values,
    links: values,
  });
  fc.assert(
    fc.property(row, (given) => {
      const judged = judgeRow(given, origin);
      if (!judged.ok) return;
      const { emails, phones, links } = judged.contacts;
      for (const { sources } of [...emails, ...phones, ...links]) assert.ok(sources.length > 0);
      // PostgreSQL takes neither NUL nor half a surrogate pair.
      assert.ok(!JSON.stringify(judged.contacts).match(/\\u0000|\\ud[89a-f]/i));
    }),
  );
});
