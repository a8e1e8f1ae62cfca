import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { emailTraits, emailType } from './email-traits.ts';

const plain = { role: false, disposable: false, free: false };
const traits: [address: string, expected: typeof plain][] = [
  ['jane.doe@acme.example.com', plain],
  ['support@acme.example.com', { ...plain, role: true }],
  ['support+jane@acme.example.com', { ...plain, role: true }],
  ['hello@jane-doe.example.net', { ...plain, role: true }],
  ['jane@gmail.com', { ...plain, free: true }],
  ['jane@notgmail.com', plain],
  ['jane@mailinator.com', { ...plain, disposable: true }],
  ['jane@inbox.mailinator.com', { ...plain, disposable: true }],
  ['jane@notmailinator.com.example', plain],
];
for (const [address, expected] of traits) {
  test(`${address} has the traits ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(emailTraits(address), expected));
}

test('a type given by the source wins', () => {
  assert.equal(emailType('support@acme.example.com', 'work'), 'work');
  assert.equal(emailType('jane@gmail.com', 'work'), 'work');
});

test('without a given type, only role names and public mailboxes show their type', () => {
  assert.equal(emailType('hello@jane-doe.example'), 'unknown');
  assert.equal(emailType('support@acme.example.com', 'unknown'), 'unknown');
  assert.equal(emailType('support@acme.example.com', 'role'), 'role');
  assert.equal(emailType('jane@gmail.com'), 'personal');
  assert.equal(emailType('jane@acme.example.com'), 'unknown');
});

test('it throws for no text at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(typeof emailTraits(text).role, 'boolean');
      assert.equal(typeof emailType(text), 'string');
    }),
  );
});
