import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { bidirectionalControls } from '#core/input/text-rules.ts';
import { fc } from '#test/support/properties.ts';
import { emailContact, linkContact, phoneContact, provenance, seenPerson } from './contact-values.ts';
import { EmailContact, LinkContact, Person, PhoneContact, type Provenance, type Sources } from './shapes.ts';

const seen = (source: string, seen_at: string, url: string | null = null): Provenance => ({
  source,
  kind: 'operator_directory',
  url,
  seen_at,
});
const march = seen('directory', '2026-03-01T00:00:00.000Z');

test('a value without provenance does not compile', () => {
  // @ts-expect-error no sources
  const email = () => emailContact({ address: 'jane@example.com' }, []);
  // @ts-expect-error no sources
  const phone = () => phoneContact({ number: '+12025550123' }, []);
  // @ts-expect-error no sources
  const link = () => linkContact({ network: 'website', handle: null, url: 'https://jane.example/' }, []);
  // @ts-expect-error an object literal can't bypass the constructors
  const literal: Pick<EmailContact, 'sources'> = { sources: [] };
  assert.equal(literal.sources.length, 0);
  for (const make of [email, phone, link]) assert.equal(typeof make, 'function');
});

test('constructed values match the published shape', () => {
  const sources: Sources = [march];
  const phone = phoneContact({ number: '+12025550123', country: 'US', type: 'mobile' }, sources);
  const link = linkContact({ network: 'website', handle: null, url: 'https://jane.example/' }, sources);
  assert(Compile(EmailContact).Check(emailContact({ address: 'jane@example.com' }, sources)));
  assert(Compile(PhoneContact).Check(phone));
  assert(Compile(LinkContact).Check(link));
  assert(Compile(Person).Check(seenPerson({ full_name: 'Jane Doe' }, march.seen_at).person));
});

test('the published shape does not allow a value without a source', () => {
  const email = emailContact({ address: 'jane@example.com' }, [march]);
  assert.equal(Compile(EmailContact).Check({ ...email, sources: [] }), false);
});

test('what no source says is unknown or null', () => {
  assert.deepEqual(emailContact({ address: 'jane@example.com' }, [march]), {
    address: 'jane@example.com',
    type: 'unknown',
    status: 'unknown',
    confidence: null,
    verified_at: null,
    first_seen: march.seen_at,
    last_seen: march.seen_at,
    sources: [march],
  });
});

test('first and last sighting cover the sources and the given dates', () => {
  const may = seen('github', '2026-05-01T00:00:00.000Z');
  const phone = phoneContact({ number: '+12025550123', first_seen: '2025-01-01T00:00:00Z' }, [march, may]);
  assert.equal(phone.first_seen, '2025-01-01T00:00:00.000Z');
  assert.equal(phone.last_seen, '2026-05-01T00:00:00.000Z');
  const narrower = { first_seen: '2026-04-01T00:00:00Z', last_seen: '2026-04-01T00:00:00Z' };
  const email = emailContact({ address: 'jane@example.com', ...narrower }, [march, may]);
  assert.deepEqual([email.first_seen, email.last_seen], [march.seen_at, may.seen_at]);
});

test('one page of one source counts once, and the latest comes first', () => {
  const page = 'https://jane.example/';
  const { sources } = linkContact({ network: 'website', handle: null, url: page }, [
    seen('website', '2026-01-01T00:00:00Z', page),
    seen('website', '2026-02-01T00:00:00Z', page),
    march,
  ]);
  assert.deepEqual(sources, [march, seen('website', '2026-02-01T00:00:00.000Z', page)]);
});

test('times with any offset become UTC with milliseconds, and an invalid time throws', () => {
  assert.equal(provenance({ ...march, seen_at: '2026-03-01T05:30:00+05:30' }).seen_at, march.seen_at);
  assert.throws(() => provenance({ ...march, seen_at: 'yesterday' }), RangeError);
});

test('a source has a name of at most 100 characters and a page of at most 2,000', () => {
  const long = provenance({
    ...march,
    source: 's'.repeat(101),
    url: `https://jane.example/${'a'.repeat(2000)}`,
  });
  assert.deepEqual([long.source.length, long.url], [100, null]);
});

test("a person's text loses what turns its direction around", () => {
  const { person } = seenPerson(
    { company: 'Example\u202eskroW\u202c', full_name: '\u200f' },
    '2026-03-01T00:00:00Z',
  );
  assert.deepEqual([person.company, person.full_name], ['ExampleskroW', null]);
});

test("a person's text keeps eight combining marks of a character, as scripts need them, and loses the rest", () => {
  for (const [company, kept] of [
    [`A${'\u0301'.repeat(200)} Ltd`, `A${'\u0301'.repeat(8)} Ltd`],
    [`a\u0323\u0302 ${'\u05b0'.repeat(9)}x`, `a\u0323\u0302 ${'\u05b0'.repeat(8)}x`],
    [`A${'\u0301\u200d'.repeat(100)}`, `A${'\u0301\u200d'.repeat(4)}`],
    ['क्ष्म्य िंकँ', 'क्ष्म्य िंकँ'],
  ]) {
    assert.equal(seenPerson({ company }, march.seen_at).person.company, kept);
  }
});

test("a person's text loses control characters and outer spaces, and is cut between characters", () => {
  const { person, person_seen_at } = seenPerson(
    {
      full_name: ' Jane\u0000\n Doe ',
      headline: `${'a'.repeat(299)}🙂`,
      company: ' ',
      location: 'Pune \ud800',
    },
    '2026-03-01T00:00:00Z',
  );
  assert.deepEqual(person, {
    full_name: 'Jane Doe',
    headline: 'a'.repeat(299),
    company: null,
    location: 'Pune \ufffd',
  });
  assert.deepEqual(person_seen_at, {
    full_name: march.seen_at,
    headline: march.seen_at,
    company: null,
    location: march.seen_at,
  });
});

test('a text that is taken as it stands is what cleaning would have made of it', () => {
  const letter = fc.constantFrom(
    ...'a!~ é¡؛ş \t\u0301\u00a0\u00ad\u061b\u061c\u200e\u0085\u2028中'.split(''),
  );
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 5 }), (letters) => {
      const text = letters.join('');
      const clean = text
        .replace(bidirectionalControls, '')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim();
      assert.equal(seenPerson({ company: text }, march.seen_at).person.company, clean || null);
    }),
    { numRuns: 1000 },
  );
});
