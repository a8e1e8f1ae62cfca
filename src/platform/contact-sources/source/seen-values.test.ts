import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaceholderEmail } from './placeholder-email.ts';
import {
  type Provenance,
  type Provenances,
  type SourceEmail,
  seenEmail,
  seenLink,
  seenPhone,
} from './seen-values.ts';

const told: Provenance = {
  source: 'github',
  kind: 'subject_published',
  url: null,
  seen_at: '2026-01-01T00:00:00.000Z',
};

test('a contact without provenance can not be built, in types or in fact', () => {
  // @ts-expect-error: an empty list proves nothing
  assert.throws(() => seenEmail('jane@x.example.org', 90, []), TypeError);
  // @ts-expect-error: neither does a missing one
  assert.throws(() => seenPhone('+12025550143', 90), TypeError);
  const sources: Provenances = [told];
  // @ts-expect-error: a value made by hand lacks the mark of the constructors
  const forged: SourceEmail = {
    address: 'x',
    type: 'work',
    status: 'unknown',
    confidence: 1,
    verified_at: null,
    first_seen: null,
    sources,
  };
  assert.equal(forged.sources.length, 1);
});

test('what was guessed has no kind of evidence', () => {
  for (const kind of ['inferred', 'guessed', 'pattern', 'possible'] as const) {
    // @ts-expect-error: there is no such kind
    const guess: Provenance = { ...told, kind };
    assert.notEqual(guess.kind, told.kind);
  }
});

const addresses: [text: unknown, isTaken: boolean][] = [
  ['jane@x.example.org', true],
  [' Jane.Doe+code@X.example.org ', true],
  ["o'neil@x.example.org", false],
  ['jane', false],
  ['jane@localhost', false],
  ['jane@x.example.org, joan@x.example.org', false],
  ['Jane <jane@x.example.org>', false],
  ['jane@x@y.example.org', false],
  [`${'j'.repeat(250)}@x.example.org`, false],
  ['', false],
  [true, false],
  [['jane@x.example.org'], false],
  [{ address: 'jane@x.example.org' }, false],
];

for (const [text, isTaken] of addresses) {
  test(`${JSON.stringify(text)?.slice(0, 50)} ${isTaken ? 'is' : 'is not'} taken for an address`, () => {
    assert.equal(seenEmail(text, 90, [told]) !== null, isTaken);
  });
}

const madeUp = `42+jane@users.noreply.github.com jane@users.noreply.github.com noreply@github.com 5-jane@users.noreply.gitlab.com
  jane@noreply.codeberg.org jane@noreply.git.example.net npm-oidc-no-reply@github.com no-reply@x.example.org
  49699333+dependabot[bot]@users.noreply.github.com action@github.com actions@github.com support@github.com git@github.com`;

for (const address of madeUp.split(/\s+/)) {
  test(`${address} was made up by a code host`, () => assert.equal(isPlaceholderEmail(address), true));
}

for (const address of [
  'jane@github.com',
  'reply@x.example.org',
  'noreplica@x.example.org',
  'jane@reply.example.org',
]) {
  test(`${address} may be somebody's`, () => assert.equal(isPlaceholderEmail(address), false));
}

const numbers: [text: unknown, isTaken: boolean][] = [
  ['+12025550143', true],
  ['(202) 555-0143', true],
  ['+44 7700 900123 ext. 12', true],
  ['phone number 1', false],
  ['1234', false],
  ['12025550143@x', false],
  [12025550143, false],
  [true, false],
];

for (const [text, isTaken] of numbers) {
  test(`${JSON.stringify(text)} ${isTaken ? 'is' : 'is not'} taken for a number`, () => {
    assert.equal(seenPhone(text, 90, [told]) !== null, isTaken);
  });
}

const links: [text: unknown, isTaken: boolean][] = [
  ['https://jane.example.org/', true],
  ['jane.example.org', true],
  ['linkedin.com/in/jane', true],
  ['javascript:alert(1)', false],
  ['mailto:jane@x.example.org', false],
  ['jane@x.example.org', false],
  ['jane', false],
  ['https://a.example.org https://b.example.org', false],
  ['', false],
  [true, false],
];

for (const [text, isTaken] of links) {
  test(`${JSON.stringify(text)} ${isTaken ? 'is' : 'is not'} taken for a link`, () => {
    assert.equal(seenLink(text, 'claimed', [told]) !== null, isTaken);
  });
}
