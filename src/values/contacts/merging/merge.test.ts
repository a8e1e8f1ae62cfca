import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { emailContact, linkContact, phoneContact, seenPerson } from '../contact-values.ts';
import {
  type EmailContact,
  emailStatuses,
  emailTypes,
  evidenceKinds,
  type Provenance,
  phoneTypes,
  type Sources,
} from '../shapes.ts';
import { type ContactSet, contactSet, mergeContacts, noContacts } from './merge.ts';

const on = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();
const seen = (source: string, day: number, url: string | null = null): Provenance => ({
  source,
  kind: 'operator_directory',
  url,
  seen_at: on(day),
});
const email = (given: Partial<EmailContact>, ...sources: Sources) =>
  emailContact({ address: 'jane@example.com', ...given }, sources);
const merged = (...emails: EmailContact[]) =>
  emails.map((one) => contactSet({ emails: [one] })).reduce(mergeContacts).emails;

test('two sightings of an address become one value with both sources and the whole time span', () => {
  assert.deepEqual(merged(email({}, seen('github', 3)), email({}, seen('directory', 1))), [
    email({ first_seen: on(1), last_seen: on(3) }, seen('github', 3), seen('directory', 1)),
  ]);
});

test('a source seen again on the same page gets its latest date, and the value keeps its first', () => {
  const [value] = merged(
    email({}, seen('github', 1, 'https://g.example')),
    email({}, seen('github', 5, 'https://g.example')),
  );
  assert.deepEqual(value?.sources, [seen('github', 5, 'https://g.example')]);
  assert.deepEqual([value?.first_seen, value?.last_seen], [on(1), on(5)]);
});

test('the highest confidence wins, and any number beats none', () => {
  const [value] = merged(
    email({ confidence: 40 }, seen('a', 1)),
    email({}, seen('b', 2)),
    email({ confidence: 70 }, seen('c', 3)),
  );
  assert.equal(value?.confidence, 70);
  assert.equal(merged(email({}, seen('a', 1)), email({ confidence: 0 }, seen('b', 1)))[0]?.confidence, 0);
});

test('of two checks the later wins with its date, and a dated one beats an undated one', () => {
  const bounced = email({ status: 'invalid', verified_at: on(2) }, seen('a', 9));
  const verified = email({ status: 'verified', verified_at: on(4) }, seen('b', 4));
  const [value] = merged(bounced, verified, email({ status: 'invalid' }, seen('c', 9)));
  assert.deepEqual([value?.status, value?.verified_at], ['verified', on(4)]);
});

test('of two undated checks the more cautious wins', () => {
  const [value] = merged(
    email({ status: 'verified' }, seen('a', 1)),
    email({ status: 'invalid' }, seen('b', 1)),
  );
  assert.equal(value?.status, 'invalid');
});

test('a known type beats an unknown one', () => {
  assert.equal(
    merged(email({ type: 'unknown' }, seen('a', 9)), email({ type: 'work' }, seen('b', 1)))[0]?.type,
    'work',
  );
  const phones = (['fixed_line_or_mobile', 'mobile'] as const).map((type) =>
    contactSet({ phones: [phoneContact({ number: '+12025550123', type }, [seen('a', 1)])] }),
  );
  assert.equal(phones.reduce(mergeContacts).phones[0]?.type, 'mobile');
});

test('emails are sorted by confidence, then by last sighting, then by address', () => {
  const emails = merged(
    email({ address: 'd@example.com' }, seen('a', 9)),
    email({ address: 'c@example.com', confidence: 50 }, seen('a', 1)),
    email({ address: 'b@example.com', confidence: 50 }, seen('a', 2)),
    email({ address: 'a@example.com', confidence: 50 }, seen('a', 2)),
    email({ address: 'e@example.com', confidence: 90 }, seen('a', 1)),
  );
  assert.equal(emails.map(({ address }) => address[0]).join(''), 'eabcd');
});

test("of a person's texts the later wins, field by field, and a blank never overwrites", () => {
  const older = contactSet(seenPerson({ full_name: 'Jane Doe', company: 'Acme' }, on(1)));
  const newer = contactSet(seenPerson({ full_name: 'Jane Roe', headline: 'Engineer' }, on(3)));
  const between = contactSet(seenPerson({ company: 'Example Ltd' }, on(2)));
  const expected = { full_name: 'Jane Roe', headline: 'Engineer', company: 'Example Ltd', location: null };
  assert.deepEqual([older, newer, between].reduce(mergeContacts).person, expected);
  assert.deepEqual([newer, older, between].reduce(mergeContacts).person, expected);
});

test('of two texts with the same date the longer wins', () => {
  const [short, long] = ['Jane Doe', 'Jane Q. Doe'].map((full_name) =>
    contactSet(seenPerson({ full_name }, on(1))),
  );
  assert.equal(mergeContacts(long!, short!).person.full_name, 'Jane Q. Doe');
  assert.equal(mergeContacts(short!, long!).person.full_name, 'Jane Q. Doe');
});

test('at most 50 emails, 50 phones, 100 links and 20 sources per value stay: the most confident and latest', () => {
  const numbers = Array.from({ length: 120 }, (_, index) => index);
  const set = numbers
    .map((n) =>
      contactSet({
        emails: [email({ address: `jane${n}@example.com`, confidence: n % 101 }, seen('a', 1))],
        phones: [phoneContact({ number: `+1202555${1000 + n}` }, [seen('a', n)])],
        links: [
          linkContact({ network: 'website', handle: null, url: `https://jane.example/${n}` }, [seen('a', n)]),
          linkContact({ network: 'website', handle: null, url: 'https://jane.example/' }, [
            seen(`source ${n}`, n),
          ]),
        ],
      }),
    )
    .reduce(mergeContacts);
  assert.deepEqual([set.emails.length, set.phones.length, set.links.length], [50, 50, 100]);
  assert.equal(set.emails[0]?.confidence, 100);
  assert.equal(set.emails[49]?.confidence, 51);
  assert.equal(set.phones[49]?.last_seen, on(70));
  const home = set.links.find(({ url }) => url === 'https://jane.example/');
  assert.equal(home?.sources.length, 20);
  assert.equal(home?.sources[19]?.seen_at, on(100));
});

test('a value beyond the limit does not come back when it is merged again', () => {
  const rows = Array.from({ length: 60 }, (_, n) =>
    contactSet({ emails: [email({ address: `jane${n}@example.com`, confidence: n }, seen('a', n))] }),
  );
  const full = rows.reduce(mergeContacts);
  for (const row of rows) assert.equal(mergeContacts(full, row), full);
});

test('the empty set is immutable', () => {
  assert.throws(() => noContacts.emails.push(email({}, seen('a', 1))), TypeError);
  assert.equal(contactSet({}).emails.length, 0);
});

const day = fc.integer({ min: 1, max: 4 });
const source: fc.Arbitrary<Provenance> = fc.record({
  source: fc.constantFrom('directory', 'github', 'website'),
  kind: fc.constantFrom(...evidenceKinds),
  url: fc.constantFrom(null, 'https://a.example/', 'https://b.example/'),
  seen_at: day.map(on),
});
const sources = fc.array(source, { minLength: 1, maxLength: 4 }) as fc.Arbitrary<
  Provenance[]
> as fc.Arbitrary<Sources>;
const confidence = fc.constantFrom(null, 0, 50, 90);
const emails = fc.array(
  fc
    .record({
      address: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com'),
      type: fc.constantFrom(...emailTypes),
      status: fc.constantFrom(...emailStatuses),
      confidence,
      verified_at: fc.option(day.map(on)),
    })
    .chain((given) => sources.map((seenIn) => emailContact(given, seenIn))),
  { maxLength: 4 },
);
const phones = fc.array(
  fc
    .record({
      number: fc.constantFrom('+12025550123', '+12025550124'),
      country: fc.constantFrom(null, 'US', 'CA'),
      type: fc.constantFrom(...phoneTypes),
      confidence,
    })
    .chain((given) => sources.map((seenIn) => phoneContact(given, seenIn))),
  { maxLength: 3 },
);
const links = fc.array(
  fc
    .record({
      network: fc.constantFrom('website', 'mastodon'),
      handle: fc.constantFrom(null, 'jane@social.example'),
      url: fc.constantFrom('https://social.example/@jane', 'https://jane.example/'),
    })
    .chain((given) => sources.map((seenIn) => linkContact(given, seenIn))),
  { maxLength: 3 },
);
const text = fc.constantFrom(null, 'Jane', 'Jane Doe', 'Jane Roe');
const person = fc
  .tuple(fc.record({ full_name: text, headline: text, company: text, location: text }), day)
  .map(([given, seenOn]) => seenPerson(given, on(seenOn)));
const anySet: fc.Arbitrary<ContactSet> = fc
  .tuple(person, emails, phones, links)
  .map(([dated, mails, numbers, pages]) =>
    contactSet({ ...dated, emails: mails, phones: numbers, links: pages }),
  );

test('merging does not depend on the order of the rows', () => {
  fc.assert(
    fc.property(anySet, anySet, anySet, (a, b, c) => {
      assert.deepEqual(mergeContacts(a, b), mergeContacts(b, a));
      assert.deepEqual(mergeContacts(mergeContacts(a, b), c), mergeContacts(a, mergeContacts(b, c)));
    }),
    { numRuns: 1000 },
  );
});

test('merging a row again returns the very same set', () => {
  fc.assert(
    fc.property(anySet, anySet, (a, b) => {
      assert.equal(mergeContacts(a, a), a);
      const both = mergeContacts(a, b);
      assert.equal(mergeContacts(both, b), both);
      assert.equal(mergeContacts(both, structuredClone(a)), both);
      assert.equal(mergeContacts(both, noContacts), both);
    }),
    { numRuns: 1000 },
  );
});

test('merging does not change its arguments, loses no value and invents none', () => {
  fc.assert(
    fc.property(anySet, anySet, (a, b) => {
      const before = structuredClone([a, b]);
      const both = mergeContacts(a, b);
      assert.deepEqual([a, b], before);
      const addresses = (set: ContactSet) => set.emails.map(({ address }) => address);
      assert.deepEqual(new Set(addresses(both)), new Set([...addresses(a), ...addresses(b)]));
      const witnesses = (set: ContactSet) =>
        set.emails.flatMap((one) => one.sources.map((by) => JSON.stringify([one.address, by])));
      const known = new Set([...witnesses(a), ...witnesses(b)]);
      for (const witness of witnesses(both)) assert(known.has(witness));
      for (const one of both.emails) assert(one.sources.length > 0);
    }),
  );
});
