import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { hmacHex, suppressionKey } from './keys.ts';

const pepper = 'a pepper of the operator';

test('a key is the HMAC-SHA256 of kind and value, cut to a UUID of version 8', () => {
  for (let number = 0; number < 100; number += 1) {
    const bytes = createHmac('sha256', pepper)
      .update(`email:jane${number}@example.com`)
      .digest()
      .subarray(0, 16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x80;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const key = suppressionKey(pepper, 'email', `jane${number}@example.com`);
    assert.match(key, /^\w{8}-\w{4}-8\w{3}-[89ab]\w{3}-\w{12}$/);
    assert.equal(key.replaceAll('-', ''), bytes.toString('hex'));
  }
});

test('kind, value and pepper each make another key', () => {
  const keys = [
    suppressionKey(pepper, 'email', 'jane@example.com'),
    suppressionKey(pepper, 'profile', 'jane@example.com'),
    suppressionKey(pepper, 'email', 'jane@example.org'),
    suppressionKey('another pepper of the operator', 'email', 'jane@example.com'),
  ];
  assert.equal(new Set(keys).size, keys.length);
});

test('the digest is that of createHmac, for every key and text', () => {
  const key = fc.string({ unit: 'binary', maxLength: 100 });
  fc.assert(
    fc.property(key, fc.string({ unit: 'binary' }), (pepper, text) => {
      for (const one of [text, `${text}${'é'.repeat(1400)}`])
        assert.equal(hmacHex(pepper, one), createHmac('sha256', pepper).update(one).digest('hex'));
    }),
  );
});
