import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { OwnColumns } from './profile-file.ts';
import { readProfileFile } from './read-profile-file.ts';
import { type ResultRow, writeResultsFile } from './write-results-file.ts';

const seen = { first_seen: '2026-03-01T00:00:00Z', last_seen: '2026-03-01T00:00:00Z', confidence: null };
const source = (url: string | null) => [
  { source: 'github', kind: 'subject_published', url, seen_at: seen.last_seen },
];
const email = (address: string) => ({
  ...{ address, type: 'work', status: 'verified', verified_at: null, ...seen },
  sources: source('https://github.com/asha-example'),
});
const phone = (number: string, extension: string | null = null) => ({
  ...{ number, country: 'IN', extension, type: 'mobile', ...seen, sources: source(null) },
});

const lookup = {
  profile: { url: 'https://github.com/asha-example' },
  person: { full_name: '=HYPERLINK("x")', headline: 'Engineer', company: '@works', location: null },
  emails: ['a@works.example', 'b@works.example', 'c@works.example', 'd@works.example', 'e@works.example'].map(
    email,
  ),
  phones: [
    phone('+919876543210'),
    phone('+442079460123', '5'),
    phone('+12025550143'),
    phone('+12025550144'),
    phone('+12025550145', '7'),
  ],
  links: [
    {
      network: 'website',
      handle: null,
      url: 'https://asha.example/',
      sources: source('https://github.com/asha-example'),
    },
  ],
  company_email: null,
} as unknown as ResultRow['lookup'];

const found: ResultRow = {
  ...{ own: null, profile_url: 'github.com/asha-example', client_reference: 'A-1', status: 'completed' },
  ...{ reason: null, credits_charged: 1, lookup },
};
const refused: ResultRow = {
  ...found,
  own: null,
  client_reference: null,
  status: 'refused',
  reason: 'empty',
  credits_charged: 0,
  lookup: null,
};

async function* batches(rows: ResultRow[]) {
  yield rows;
}

const written = async (own: OwnColumns | null, rows: ResultRow[]) =>
  (await buffer(writeResultsFile(own, batches(rows)))).toString();

async function records(own: OwnColumns | null, rows: ResultRow[]): Promise<Record<string, string>[]> {
  return parse(await written(own, rows), { columns: true, bom: true, delimiter: own?.delimiter ?? ',' });
}

test('a found person has a column for each of three values, and one cell for the others', async () => {
  const [row] = await records(null, [found]);
  assert.deepEqual(
    Object.entries(row!).filter(([, cell]) => cell !== ''),
    [
      ['profile_url', 'github.com/asha-example'],
      ['client_reference', 'A-1'],
      ['status', 'completed'],
      ['credits', '1'],
      ['canonical_url', 'https://github.com/asha-example'],
      ['full_name', `'=HYPERLINK("x")`],
      ['headline', 'Engineer'],
      ['company', "'@works"],
      ...['a', 'b', 'c'].flatMap((name, at) => [
        [`email_${at + 1}`, `${name}@works.example`],
        [`email_${at + 1}_type`, 'work'],
        [`email_${at + 1}_status`, 'verified'],
        [`email_${at + 1}_sources`, 'github https://github.com/asha-example'],
      ]),
      ['more_emails', 'd@works.example; e@works.example'],
      ['phone_1', '+919876543210'],
      ['phone_1_type', 'mobile'],
      ['phone_1_sources', 'github'],
      ['phone_2', '+442079460123'],
      ['phone_2_extension', '5'],
      ['phone_2_type', 'mobile'],
      ['phone_2_sources', 'github'],
      ['phone_3', '+12025550143'],
      ['phone_3_type', 'mobile'],
      ['phone_3_sources', 'github'],
      ['more_phones', '+12025550144; +12025550145 ext. 7'],
      ['links', 'https://asha.example/'],
      ['link_sources', 'github https://github.com/asha-example'],
    ],
  );
});

test('the results of a list of links are separated by commas, as their name says', async () => {
  for (const file of ['profile_url\ngithub.com/asha-example\n', 'https://github.com/asha-example\n']) {
    const { own, rows } = await readProfileFile(Buffer.from(file));
    const lookup = { ...found.lookup!, person: { ...found.lookup!.person, headline: 'Boss,=1+1' } };
    const text = await written(own, [{ ...found, lookup: lookup as ResultRow['lookup'], own: rows[0]!.own }]);
    const [row] = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    assert.equal(row!.profile_url, rows[0]!.profile_url);
    assert.equal(row!.headline, 'Boss,=1+1');
  }
});

test("the customer's own columns come first, in the file's delimiter, and no name stands twice", async () => {
  const file = 'Status;Link;Note\nold;github.com/asha-example;"say ""hi"";\nthere"\n;;x\n';
  const { own, rows } = await readProfileFile(Buffer.from(file));
  const text = await written(own, [
    { ...found, own: rows[0]!.own },
    { ...refused, own: rows[1]!.own },
  ]);
  assert.match(text, /^\ufeffStatus;Link;Note;status 2;reason;credits;canonical_url;/);
  assert.ok(text.includes('\r\nold;github.com/asha-example;"say ""hi"";\nthere";completed;;1;'));
  assert.match(text, /\r\n;;x;refused;empty;0;+\r\n$/);
});

test('a file of results is read again as the file that it was made of', async () => {
  const { own, rows } = await readProfileFile(Buffer.from('Name,Link\nAsha,github.com/asha-example\n'));
  const again = await readProfileFile(Buffer.from(await written(own, [{ ...found, own: rows[0]!.own }])));
  assert.deepEqual(again.reading.link_column, { number: 2, name: 'Link' });
  assert.equal(again.rows[0]!.profile_url, 'github.com/asha-example');
});

test("a customer's formula doesn't run, and neither does one after a line end in a cell", async () => {
  const own = { names: ['Note', 'Link'], delimiter: ';' };
  const text = await written(own, [{ ...found, own: '"=1+1";"x\n=2+2"' }]);
  assert.ok(text.includes(`\r\n'=1+1;"x\n=2+2";completed;`), text);
});

test('a reader who takes one piece causes no more than a few batches to be read', async () => {
  let taken = 0;
  async function* endless() {
    while (taken < 100) {
      taken += 1;
      yield Array.from({ length: 100 }, () => found);
    }
  }
  const stream = writeResultsFile(null, endless());
  for await (const _ of stream) break;
  assert.ok(taken <= 3, `${taken} batches were read`);
});

test('large rows are written a few at a time, so that other requests get their turn', async () => {
  const own = `"${'y'.repeat(30_000)}"`;
  async function* batch() {
    yield Array.from({ length: 10 }, () => ({ ...found, own }));
  }
  let pieces = 0;
  for await (const _ of writeResultsFile({ names: ['Note'], delimiter: ',' }, batch())) pieces += 1;
  assert.ok(pieces >= 5, `${pieces} pieces`);
});
