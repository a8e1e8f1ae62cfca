import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanPage } from '#platform/html/scan-page.ts';
import { addressesIn, foundIn, numbersIn, profileOf, requestFor } from '#test/support/contact-sources.ts';
import { fc } from '#test/support/properties.ts';
import { factsOf, mailtoAddresses, peopleIn } from './page-facts.ts';
import { readSite } from './website.ts';

const at = new Date('2026-11-01T00:00:00Z');
const asked = { source: 'website', request: requestFor(profileOf('github.com/jane-example')), at } as const;
const site = 'https://jane.example.com/';
const read = (html: string) =>
  readSite({ site, pages: [{ url: site, facts: factsOf(scanPage(html), site) }], complete: true }, asked);
const mail = (...addresses: string[]) =>
  addresses.map((address) => `<a href="mailto:${address}">x</a>`).join('');
const words = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test('three addresses on a page are accepted, four are a staff list', () => {
  assert.equal(addressesIn(read(mail('a@x.example.org', 'b@x.example.org', 'c@x.example.org'))).length, 3);
  assert.equal(
    read(mail('a@x.example.org', 'b@x.example.org', 'c@x.example.org', 'd@x.example.org')).outcome,
    'not_found',
  );
});

test('the same address four times counts once', () => {
  assert.deepEqual(addressesIn(read(mail('a@x.example.org').repeat(4))), ['a@x.example.org']);
});

const backLinks: [html: string, match: string][] = [
  ['<a rel="me" href="https://github.com/Jane-Example">code</a>', 'verified_link'],
  ['<link rel="me" href="https://github.com/jane-example">', 'verified_link'],
  ['<a href="//www.github.com/jane-example/?tab=repositories">code</a>', 'verified_link'],
  [words({ '@type': 'Person', sameAs: 'github.com/jane-example' }), 'verified_link'],
  ['<a href="https://github.com/jane-example-2">code</a>', 'same_url'],
  ['<a href="https://github.com/jane-example/maps">code</a>', 'same_url'],
  ['<p>https://github.com/jane-example</p>', 'same_url'],
];

for (const [html, match] of backLinks) {
  test(`${html} makes the site ${match}`, () => {
    assert.equal(foundIn(read(html + mail('jane@x.example.org'))).identity.match, match);
  });
}

test('of several persons only the one with the profile is the owner', () => {
  const people = [
    { '@type': 'Person', name: 'Joan', email: 'joan@x.example.org' },
    {
      '@type': 'Person',
      name: 'Jane',
      email: 'jane@x.example.org',
      sameAs: ['https://github.com/jane-example'],
    },
  ];
  const found = foundIn(read(words(people)));
  assert.deepEqual([found.person.full_name, addressesIn(found)], ['Jane', ['jane@x.example.org']]);
  assert.equal(read(words([people[0], { ...people[0], name: 'Joe' }])).outcome, 'not_found');
});

test('tel: links are numbers, in every spelling', () => {
  const html =
    '<a href="tel:+1-202-555-0143">a</a><a href="TEL:%2B44%207700%20900123">b</a><a href="tel:">c</a>';
  assert.deepEqual(numbersIn(read(html)), ['+1-202-555-0143', '+44 7700 900123']);
});

test('a mailto: link may contain several addresses, encoded, with a subject', () => {
  assert.deepEqual(mailtoAddresses('MAILTO:a%40x.example.org,%20b@x.example.org?subject=a,b@c'), [
    'a@x.example.org',
    'b@x.example.org',
  ]);
  assert.deepEqual(mailtoAddresses('mailto:?to=a@x.example.org'), []);
  assert.deepEqual(mailtoAddresses('mailto:%E0%A4%A'), ['%E0%A4%A']);
});

test('an address that appears only in text is ignored', () => {
  assert.equal(read('<p>jane [at] x.example.org, jane@x.example.org</p>').outcome, 'not_found');
});

const jsonLd: [what: string, script: string, names: (string | null)[]][] = [
  ['a graph', '{"@graph":[{"@type":"Person","name":"Jane"}]}', ['Jane']],
  ['a full type', '{"@type":"https://schema.org/Person","name":"Jane"}', ['Jane']],
  ['several types', '{"@type":["Thing","Person"],"name":"Jane"}', ['Jane']],
  ['an author', '{"@type":"BlogPosting","author":{"@type":"Person","name":"Jane"}}', ['Jane']],
  [
    'a colleague inside a person',
    '{"@type":"Person","name":"Jane","colleague":{"@type":"Person","name":"Joe"}}',
    ['Jane'],
  ],
  ['an organisation', '{"@type":"Organization","name":"Works"}', []],
  ['a name that is a list', '{"@type":"Person","name":["Jane"]}', [null]],
  ['broken JSON', '{"@type":"Person",', []],
  ['a word', '"Person"', []],
];

for (const [what, script, names] of jsonLd) {
  test(`${what} in JSON-LD holds ${JSON.stringify(names)}`, () => {
    assert.deepEqual(
      peopleIn([script]).map(({ name }) => name),
      names,
    );
  });
}

test('any page is read without an exception, and every value has its page', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<a href="mailto:',
      '">',
      '<a rel=me href=',
      '<script type="application/ld+json">',
      '</script>',
      '<',
      '&#64;',
    ),
    fc.jsonValue().map((value) => words(value)),
    fc
      .jsonValue()
      .map((value) =>
        words({ '@type': 'Person', email: value, sameAs: value, worksFor: value, name: value }),
      ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const outcome = read(pieces.join(''));
      if (outcome.outcome !== 'found') return outcome.outcome === 'not_found';
      return [...outcome.emails, ...outcome.phones].every(({ sources }) => sources[0].url === site);
    }),
  );
});
