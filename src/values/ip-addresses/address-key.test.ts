import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from './index.ts';

const cases: [address: string, key: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['::127.0.0.1', '::/64'],
  ['0x7f.1', '0x7f.1'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
  ['unix:', 'unix:'],
];

for (const [address, key] of cases) {
  test(`the address ${address || '(none)'} is counted under ${key || '(none)'}`, () => {
    assert.equal(addressKey(address), key);
  });
}

test('text that is not an address is cut, so that counter names stay short', () => {
  assert.equal(addressKey('x'.repeat(5000)).length, 100);
});
