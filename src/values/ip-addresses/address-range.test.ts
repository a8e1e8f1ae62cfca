import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { fc } from '#test/support/properties.ts';
import { addressOf, cidrOf, isInside, networkOf, readRange, shownCidr } from './index.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

test('single addresses are shown without a prefix length, networks with it', () => {
  assert.deepEqual(['203.0.113.7/32', '2001:db8::1/128', '203.0.113.0/24', '2001:db8::/32'].map(shownCidr), [
    '203.0.113.7',
    '2001:db8::1',
    '203.0.113.0/24',
    '2001:db8::/32',
  ]);
});

test('an address is inside every network around it, and inside its own', () => {
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

test('a network of `::/96` is shown as IPv6, although PostgreSQL writes it with dots', () => {
  assert.equal(shownCidr('::127.0.0.1/128'), '::7f00:1');
});

for (const text of [
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '203.0.113.7:443',
  '[2001:db8::1]',
  '203.0.113.0/24',
  '203.0.113.256',
]) {
  test(`'${text}' is not a caller's address`, () => {
    assert.equal(addressOf(text), null);
  });
}

for (const text of ['::7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:0:127.0.0.1']) {
  test(`${text} is an IPv6 address, although it embeds an IPv4 address`, () => {
    assert.equal(addressOf(text)!.kind(), 'ipv6');
    assert.equal(isInside(addressOf('127.0.0.1')!, readRange(text)!), false);
    assert.equal(isInside(addressOf(text)!, readRange('127.0.0.0/8')!), false);
  });
}

test('PostgreSQL stores the same network, however it writes it', async () => {
  const low = fc
    .tuple(fc.nat(0xffff), fc.nat(0xffff))
    .map(([high, low]) => `::${high.toString(16)}:${low.toString(16)}`);
  const cidrs = fc
    .sample(fc.tuple(fc.oneof(low, fc.ipV4(), fc.ipV6()), fc.nat(128)), 300)
    .map(([text, bits]) => readRange(`${text}/${bits}`))
    .filter((range) => range !== null)
    .map(cidrOf);
  const { rows } = await database.pool.query<{ kept: string[] }>('select $1::cidr[]::text[] as kept', [
    cidrs,
  ]);
  assert.deepEqual(
    rows[0]!.kept.map((kept) => cidrOf(readRange(kept)!)),
    cidrs,
  );
});

test('a caller over IPv4-mapped IPv6 counts as IPv4', () => {
  assert.equal(addressOf('::ffff:203.0.113.7')!.toString(), '203.0.113.7');
});
