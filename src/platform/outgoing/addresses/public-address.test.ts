import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnAddressesUnknown, ownAddresses, publicAddressCheck } from './public-address.ts';

const isPublic = publicAddressCheck();

const inside = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 168.63.129.16 169.254.1.1 172.31.255.255 192.0.0.8 192.0.2.1
  192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::1.1.1.1 ::ffff:127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:2::1
  2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 3fff::1 4000::1 5f00::1 fc00::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1`;

for (const address of inside.split(/\s+/)) {
  test(`${address} is not public`, () => assert.equal(isPublic(address), false));
}

for (const address of '1.1.1.1 93.184.215.14 172.32.0.1 ::ffff:93.184.215.14 2606:4700::1111 2a00:1450::1'.split(
  ' ',
)) {
  test(`${address} is public`, () => assert.equal(isPublic(address), true));
}

test('text that is not an address is not public', () => {
  for (const text of ['', 'example.com', '1.1.1', '1.1.1.1/8', 'undefined'])
    assert.equal(isPublic(text), false);
});

test('denied ranges and addresses are refused, their neighbours are not', () => {
  const check = publicAddressCheck(['93.184.0.0/16', '2606:4700::/32', '1.1.1.1']);

  assert.deepEqual(
    ['93.184.215.14', '::ffff:93.184.215.14', '2606:4700::1111', '1.1.1.1', '1.1.1.2', '93.185.0.1'].map(
      check,
    ),
    [false, false, false, false, true, true],
  );
});

test("this machine's own addresses are found", () => {
  assert.ok(ownAddresses().includes('127.0.0.1'));
  assert.doesNotThrow(() => publicAddressCheck(ownAddresses()));
});

test('a system that hides its addresses is refused with what a systemd unit lacks', () => {
  const hidden = () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  };
  assert.throws(
    () => ownAddresses(hidden),
    (error: Error) =>
      error instanceof OwnAddressesUnknown && /AF_NETLINK to RestrictAddressFamilies=/.test(error.message),
  );
});
