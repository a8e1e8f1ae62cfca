import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { hmacHex } from './hmac.ts';

test('the digest is that of createHmac, for every key and text', () => {
  const key = fc.string({ unit: 'binary', maxLength: 100 });
  fc.assert(
    fc.property(key, fc.string({ unit: 'binary' }), (pepper, text) => {
      for (const one of [text, `${text}${'é'.repeat(1400)}`])
        assert.equal(hmacHex(pepper, one), createHmac('sha256', pepper).update(one).digest('hex'));
    }),
  );
});
