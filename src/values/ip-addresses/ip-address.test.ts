import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { plainIpAddress } from './index.ts';

const forms: [text: string, plain: string | null][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:0:0', '0.0.0.0'],
  ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
  ['2001:0DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['::1', '::1'],
  // IPv6 addresses that embed an IPv4 address but are not it.
  ['::7f00:1', '::7f00:1'],
  ['::127.0.0.1', '::7f00:1'],
  ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ['2002:7f00:1::', '2002:7f00:1::'],
  // Text that some parsers read as 127.0.0.1 or 8.0.0.1.
  ['127.1', null],
  ['2130706433', null],
  ['0x7f.0.0.1', null],
  ['0177.0.0.1', null],
  ['010.0.0.1', null],
  ['::ffff:0177.0.0.1', null],
  ['::ffff:0x7f.0.0.1', null],
  ['127.evil', null],
  ['', null],
  ['[::1]', null],
  ['127.0.0.1:80', null],
  [' 127.0.0.1', null],
  ['127.0.0.1\n', null],
  ['127.0.0.1%eth0', null],
  ['::1\0', null],
];
for (const [text, plain] of forms) {
  test(`${JSON.stringify(text)} is ${plain ?? 'not an address'}`, () => {
    assert.equal(plainIpAddress(text), plain);
  });
}

test('the canonical form of a canonical form is itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const plain = plainIpAddress(text)!;
      assert.equal(plainIpAddress(plain), plain);
    }),
  );
});
