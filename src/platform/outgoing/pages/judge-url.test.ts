import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { judgeUrl, type UrlRefusal } from './judge-url.ts';

const refusals: [UrlRefusal, string[]][] = [
  [
    'unparsable',
    ['', 'example.com', '//example.com/', 'http://', 'http://a b.example.com/', 'http://300.1.1.1/'],
  ],
  [
    'scheme',
    [
      'ftp://example.com/',
      'file:///etc/hosts',
      'javascript:alert(1)',
      'data:text/html,x',
      'ws://example.com/',
    ],
  ],
  [
    'credentials',
    ['https://anna@example.com/', 'https://anna:word@example.com/', 'https://:word@example.com/'],
  ],
  ['port', ['http://example.com:22/', 'https://example.com:8443/', 'http://93.184.215.14:6379/']],
  ['address_not_public', ['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f.0.0.1/']],
  [
    'address_not_public',
    ['http://0177.1/', 'http://127.0.0.1./', 'http://①②⑦.0.0.1/', 'http://127。0。0。1/'],
  ],
  ['address_not_public', ['http://0/', 'http://10.20.30.40/', 'http://172.16.0.1/', 'http://192.168.1.1/']],
  ['address_not_public', ['http://169.254.169.254/', 'http://100.100.100.200/', 'http://168.63.129.16/']],
  [
    'address_not_public',
    ['http://198.51.100.7/', 'http://203.0.113.9/', 'http://239.1.1.1/', 'http://255.255.255.255/'],
  ],
  [
    'address_not_public',
    ['http://[::]/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[::127.0.0.1]/'],
  ],
  [
    'address_not_public',
    ['http://[fe80::7]/', 'http://[fd00:ec2::254]/', 'http://[64:ff9b::a00:1]/', 'http://[ff02::1]/'],
  ],
  [
    'address_not_public',
    ['http://[2002:a00:1::]/', 'http://[2001:0:1::]/', 'http://[2001:db8::1]/', 'http://[4000::1]/'],
  ],
  [
    'special_name',
    ['http://localhost/', 'http://LOCALHOST./', 'http://api.localhost/', 'http://router.lan/'],
  ],
  [
    'special_name',
    ['http://vault.internal/', 'http://printer.local/', 'http://a.home.arpa/', 'http://abc.onion/'],
  ],
  ['no_public_suffix', ['http://intranet-host/', 'http://com/', 'http://co.uk/', 'http://www.nosuchsuffix/']],
  ['no_public_suffix', ['http://example..com/', 'http://example.com../', 'http://.example.com/']],
  ['never_fetched', ['https://www.linkedin.com/in/anna', 'https://de.linkedin.com/', 'https://lnkd.in/abc']],
  ['too_long', [`https://example.com/${'a'.repeat(2048)}`]],
];

for (const [reason, links] of refusals) {
  for (const link of links) {
    test(`${link.slice(0, 60)} is refused as ${reason}`, () => {
      assert.deepEqual(judgeUrl(link), { ok: false, reason });
    });
  }
}

const accepted: [string, string][] = [
  ['https://example.com', 'https://example.com/'],
  ['http://EXAMPLE.com:80/a?b=c#d', 'http://example.com/a?b=c'],
  ['https://www.example.co.uk./', 'https://www.example.co.uk/'],
  ['https://notlinkedin.com/', 'https://notlinkedin.com/'],
  ['https://anna.github.io/', 'https://anna.github.io/'],
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['http://example.com\\@127.0.0.1/', 'http://example.com/@127.0.0.1/'],
  ['http://93.184.215.14/', 'http://93.184.215.14/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
];

for (const [link, href] of accepted) {
  test(`${link} is followed as ${href}`, () => {
    const judged = judgeUrl(link);
    assert.equal(judged.ok && judged.url.href, href);
  });
}

test('no spelling of a private IPv4 address is followed', () => {
  const octet = fc.nat(255);
  const privateAddress = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  );
  const spelling = fc.constantFrom<(octets: number[]) => string>(
    (octets) => octets.join('.'),
    (octets) => octets.map((each) => `0x${each.toString(16)}`).join('.'),
    (octets) => octets.map((each) => `0${each.toString(8)}`).join('.'),
    (octets) => String(octets.reduce((sum, each) => sum * 256 + each)),
    (octets) => `0x${octets.reduce((sum, each) => sum * 256 + each).toString(16)}`,
    (octets) => `[::ffff:${octets.join('.')}]`,
    (octets) => `[64:ff9b::${octets.join('.')}]`,
  );

  fc.assert(
    fc.property(privateAddress, spelling, (octets, spell) => {
      assert.equal(judgeUrl(`http://${spell(octets)}/`).ok, false);
    }),
  );
});

test('it throws for no text at all', () => {
  const prefix = fc.constantFrom('', 'http://', 'https://www.', 'http://[');
  fc.assert(
    fc.property(prefix, fc.string({ unit: 'binary' }), (start, text) => {
      assert.equal(typeof judgeUrl(start + text).ok, 'boolean');
    }),
  );
});

test('an allowed loopback origin permits that port of that address and nothing else', () => {
  const options = { allowedOrigins: ['http://127.0.0.1:8123'] };

  assert.equal(judgeUrl('http://127.0.0.1:8123/a', options).ok, true);
  assert.equal(judgeUrl('http://127.0.0.1:8124/a', options).ok, false);
  assert.equal(judgeUrl('https://127.0.0.1:8123/a', options).ok, false);
  assert.equal(judgeUrl('http://localhost:8123/a', options).ok, false);
});
