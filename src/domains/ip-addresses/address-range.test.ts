import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { addressOf, cidrOf, isInside, networkOf, readRange, shownCidr } from './address-range.ts';

test('single addresses are shown without a length, networks with it', () => {
  assert.deepEqual(['203.0.113.7/32', '2001:db8::1/128', '203.0.113.0/24', '2001:db8::/32'].map(shownCidr), [
    '203.0.113.7',
    '2001:db8::1',
    '203.0.113.0/24',
    '2001:db8::/32',
  ]);
});

test('an address lies in every network around it, and in the one that is written for it', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(address, fc.nat(128), (text, bits) => {
      const caller = addressOf(text)!;
      const length = Math.min(bits, caller.kind() === 'ipv4' ? 32 : 128);
      const written = readRange(
        `${text}/${length + (caller.kind() === 'ipv4' && text.includes(':') ? 96 : 0)}`,
      )!;
      assert.equal(cidrOf(written), `${networkOf(caller, length)}/${length}`);
      assert.ok(isInside(caller, written));
      assert.deepEqual(readRange(cidrOf(written)), written);
    }),
  );
});

for (const text of ['', 'localhost', '203.0.113.7:443', '[2001:db8::1]', '203.0.113.0/24', '203.0.113.256']) {
  test(`'${text}' is no address of a caller`, () => {
    assert.equal(addressOf(text), null);
  });
}

test('a caller over IPv4-mapped IPv6 is an IPv4 caller', () => {
  assert.equal(addressOf('::ffff:203.0.113.7')!.toString(), '203.0.113.7');
});
