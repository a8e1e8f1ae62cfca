import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { uuidOf } from '#core/ids.ts';
import { suppressionKey } from './keys.ts';

const pepper = 'a pepper of the operator';

test('a key is the HMAC-SHA256 of kind and value, cut to a UUID', () => {
  for (let number = 0; number < 100; number += 1) {
    const hash = createHmac('sha256', pepper).update(`email:jane${number}@example.com`).digest();
    assert.equal(suppressionKey(pepper, 'email', `jane${number}@example.com`), uuidOf(hash));
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
