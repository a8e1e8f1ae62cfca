import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed, rangesOf, readAllowedIps } from './allowed-ips.ts';

const read: [given: string, cidrs: string[]][] = [
  ['', []],
  ['203.0.113.7', ['203.0.113.7/32']],
  [' 203.0.113.7 , 198.51.100.0/24 ', ['203.0.113.7/32', '198.51.100.0/24']],
  ['198.51.100.77/24', ['198.51.100.0/24']],
  ['198.51.100.77/25,198.51.100.1/25', ['198.51.100.0/25']],
  ['0.0.0.0/0', ['0.0.0.0/0']],
  ['::ffff:203.0.113.7', ['203.0.113.7/32']],
  ['::ffff:203.0.113.7/120', ['203.0.113.0/24']],
  ['2001:DB8:0:0::1', ['2001:db8::1/128']],
  ['2001:db8:1:2:3::/64', ['2001:db8:1:2::/64']],
  ['2001:db8::/33', ['2001:db8::/33']],
  ['::7f00:1', ['::7f00:1/128']],
  ['::127.0.0.1', ['::7f00:1/128']],
];
for (const [given, cidrs] of read) {
  test(`'${given}' allows ${cidrs.join(' and ') || 'every address'}`, () => {
    assert.deepEqual(readAllowedIps(given), { ok: true, cidrs });
  });
}

test('commas alone are a slip, and not taken for every address', () => {
  assert.equal(readAllowedIps(' , ,').ok, false);
});

const refused = [
  '203.0.113',
  '203.0.113.256',
  '0203.0.113.7',
  '203.0.113.7/33',
  '203.0.113.7/-1',
  '203.0.113.7/',
  '/24',
  '2001:db8::/129',
  '::ffff:203.0.113.7/24',
  'fe80::1%eth0',
  'example.com',
  '203.0.113.7 198.51.100.1',
  '203.0.113.7;198.51.100.1',
  '0x7f.0.0.1',
  '2130706433',
];
for (const given of refused) {
  test(`'${given}' is refused by its own text`, () => {
    const answer = readAllowedIps(`198.51.100.1,${given}`);
    assert.equal(answer.ok, false);
    assert.match(answer.ok ? '' : answer.why, new RegExp(given.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')));
  });
}

test('everything that is wrong is named at once, as far as it is readable', () => {
  const whyOf = (text: string) => ({ why: '', ...readAllowedIps(text) }).why;
  assert.match(whyOf('203.0.113.7,here,there'), /^'here' and 'there' are neither/);
  assert.match(whyOf('a,b,c,d,e,f,g'), /^'a', 'b', 'c', 'd', 'e', and 2 more are neither/);
});

test('more than 100 entries are refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at}`).join();
  assert.equal(readAllowedIps(many(100)).ok, true);
  assert.equal(readAllowedIps(many(101)).ok, false);
});

const matches: [cidrs: string[], address: string, allowed: boolean][] = [
  [[], '203.0.113.7', true],
  [[], 'no address at all', true],
  [['203.0.113.7/32'], '203.0.113.7', true],
  [['203.0.113.7/32'], '203.0.113.8', false],
  [['203.0.113.7/32'], '::ffff:203.0.113.7', true],
  [['203.0.113.7/32'], '::FFFF:cb00:7107', true],
  [['198.51.100.0/25'], '198.51.100.127', true],
  [['198.51.100.0/25'], '198.51.100.128', false],
  [['203.0.113.7/32', '2001:db8:1:2::/64'], '2001:db8:1:2:ffff::1', true],
  [['2001:db8:1:2::/64'], '2001:db8:1:3::1', false],
  [['2001:db8:1:2::/64'], '203.0.113.7', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::127.0.0.1/128'], '127.0.0.1', false],
  [['::127.0.0.1/128'], '::7f00:1', true],
  [['203.0.113.7/32'], '', false],
  [['203.0.113.7/32'], 'no address at all', false],
];
for (const [cidrs, address, allowed] of matches) {
  test(`${address || 'an unknown address'} is ${allowed ? '' : 'not '}allowed by ${cidrs.join() || 'an empty list'}`, () => {
    assert.equal(isAllowed(rangesOf(cidrs), address), allowed);
  });
}
