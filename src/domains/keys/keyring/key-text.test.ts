import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { newKey, readKey } from './key-text.ts';

for (const mode of ['live', 'test'] as const) {
  test(`a new ${mode} key is 47 characters, reads as ${mode} and is stored by its SHA-256`, () => {
    const { text, hash, prefix } = newKey(mode);
    assert.match(text, new RegExp(`^cty_${mode}_[0-9A-Za-z]{38}$`));
    assert.deepEqual(readKey(text), { mode, hash });
    assert.equal(hash, createHash('sha256').update(text).digest('hex'));
    assert.equal(prefix, text.slice(0, 17));
  });
}

test('the checksum is the CRC-32 of the text before it, in six base62 digits', () => {
  const unchecked = 'cty_live_00000000000000000000000000000000';
  // zlib's crc32 of it is 0xbdc681c3.
  assert.equal(readKey(`${unchecked}3TTKex`)?.mode, 'live');
  assert.equal(readKey(`${unchecked}3TTKey`), null);
});

test('no two new keys are alike', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => newKey('live').text)).size, 1000);
});

test('a key with one character changed is no key', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 46 }),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'),
      (at, character) => {
        const { text } = newKey('live');
        fc.pre(text[at] !== character);
        assert.equal(readKey(text.slice(0, at) + character + text.slice(at + 1)), null);
      },
    ),
  );
});

const { text } = newKey('live');
const junk = [
  '',
  ' ',
  text.slice(1),
  text.slice(0, -1),
  `${text}0`,
  ` ${text}`,
  `${text}\n`,
  text.toUpperCase(),
  text.toLowerCase(),
];
for (const given of junk) {
  test(`${JSON.stringify(given.replaceAll(text, '<key>'))} is no key`, () => {
    assert.equal(readKey(given), null);
  });
}

test('whatever text comes in is read or refused, never an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (given) => assert.equal(readKey(given), null)));
});
