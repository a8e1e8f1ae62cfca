import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn, profileOf, requestFor } from '#test/support/contact-sources.ts';
import { emailContact, linkContact, normaliseLink, phoneContact } from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { collectContacts, type Sighting } from './contact-collector.ts';

const at = new Date('2026-11-01T00:00:00Z');
const asked = { source: 'github', request: requestFor(profileOf('github.com/jane')), at } as const;
const how: Sighting = { kind: 'subject_published', confidence: 95, url: 'https://github.com/jane' };
const identity = { match: 'exact_id', id: '1', url: 'https://github.com/jane' } as const;

test('each value appears once, as first seen', () => {
  const seen = collectContacts(asked);
  seen.email('jane@x.example.org', how, { type: 'work' });
  seen.email('JANE@x.example.org', how, { type: 'personal' });
  seen.phone('+1 202 555 0143', how);
  seen.phone('+12025550143', how);
  seen.link('https://jane.example.org', how, 'verified');
  seen.link('https://jane.example.org', how, 'claimed');

  const found = foundIn(seen.found({ identity }));
  assert.deepEqual([found.emails.length, found.phones.length, found.links.length], [1, 1, 1]);
  assert.equal(found.emails[0]!.type, 'work');
});

test('a value without a sighting is dropped', () => {
  const seen = collectContacts(asked);
  seen.email('jane@x.example.org', []);
  seen.phone('+12025550143', []);
  assert.deepEqual([seen.emails, seen.phones], [[], []]);
});

const times: [given: unknown, seenAt: string][] = [
  ['2026-06-01', '2026-06-01T00:00:00.000Z'],
  ['2026-06-01T10:00:00+02:00', '2026-06-01T08:00:00.000Z'],
  ['2026-10-31T23:59:59.999Z', '2026-10-31T23:59:59.999Z'],
  ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T00:00:00.001Z', '2026-11-01T00:00:00.000Z'],
  ['2027-01-01', '2026-11-01T00:00:00.000Z'],
  ['0001-01-01', '2026-11-01T00:00:00.000Z'],
  ['2026-13-45', '2026-11-01T00:00:00.000Z'],
  ['yesterday', '2026-11-01T00:00:00.000Z'],
  [1_780_000_000, '2026-11-01T00:00:00.000Z'],
  [null, '2026-11-01T00:00:00.000Z'],
];

for (const [given, seenAt] of times) {
  test(`last seen ${JSON.stringify(given)} is ${seenAt}`, () => {
    const seen = collectContacts(asked);
    seen.email('jane@x.example.org', { ...how, seenAt: given });
    assert.equal(seen.emails[0]!.sources[0].seen_at, seenAt);
  });
}

test('a page that is not a web address is dropped', () => {
  const seen = collectContacts(asked);
  for (const [number, url] of [
    'javascript:alert(1)',
    'x',
    true,
    `https://x.example.org/${'a'.repeat(2000)}`,
  ].entries()) {
    seen.email(`jane${number}@x.example.org`, { ...how, url });
  }
  assert.deepEqual(
    seen.emails.map(({ sources }) => sources[0].url),
    [null, null, null, null],
  );
});

test('no answer gives more than fifty addresses, fifty numbers and a hundred links', () => {
  const seen = collectContacts(asked);
  for (let number = 0; number < 500; number += 1) {
    seen.email(`jane${number}@x.example.org`, how);
    seen.phone(`+1202555${String(number).padStart(4, '0')}`, how);
    seen.link(`https://jane.example.org/${number}`, how, 'claimed');
  }
  assert.deepEqual([seen.emails.length, seen.phones.length, seen.links.length], [50, 50, 100]);
});

test('collected values match the shapes of the contact domain', () => {
  const seen = collectContacts(asked);
  seen.email('jane@x.example.org', [how, { ...how, seenAt: '2025-01-01', url: 'https://x.example.org/' }], {
    type: 'work',
  });
  seen.phone('+12025550143', how);
  seen.link('https://x.com/jane', how, 'claimed');
  const [email, phone, link] = [seen.emails[0]!, seen.phones[0]!, seen.links[0]!];

  const { address, type, status, confidence, verified_at } = email;
  const [first, ...others] = email.sources;
  const contact = emailContact({ address, type, status, confidence, verified_at }, [first, ...others]);
  assert.deepEqual(contact.sources[1], {
    source: 'github',
    kind: 'subject_published',
    url: 'https://x.example.org/',
    seen_at: '2025-01-01T00:00:00.000Z',
  });
  const number = normalisePhone(phone.number, phone.country ?? undefined);
  assert.ok(number.ok);
  assert.equal(phoneContact(number.value, [phone.sources[0]]).number, '+12025550143');
  const page = normaliseLink(link.url);
  assert.ok(page.ok);
  assert.equal(linkContact(page.value, [link.sources[0]]).network, 'x');
});
