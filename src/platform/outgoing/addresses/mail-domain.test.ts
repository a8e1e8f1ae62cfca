import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { openStandInDns, type Zone } from '#test/support/outgoing/stand-in-dns.ts';
import { type MailDomain, openMailDomains } from './mail-domain.ts';

const domain = 'mail.example.com';
const mx = (...exchanges: string[]) => exchanges.map((exchange, priority) => ({ exchange, priority }));
const publicAddress = '93.184.215.14';

function open(zones: Record<string, Zone>) {
  const dns = openStandInDns(zones);
  const timing = openManualTiming();
  return { dns, timing, check: openMailDomains({ resolver: dns, clock: timing }) };
}

const answers: [string, Zone | null, MailDomain][] = [
  ['an MX', { mx: mx('mx.example.net') }, 'accepts_mail'],
  ['a null MX', { mx: mx(''), a: [publicAddress] }, 'null_mx'],
  ['a null MX written as a dot', { mx: mx('.') }, 'null_mx'],
  ['a null MX beside a real one', { mx: mx('', 'mx.example.net') }, 'accepts_mail'],
  ['no MX but an IPv4 address', { a: [publicAddress] }, 'accepts_mail'],
  ['no MX but an IPv6 address', { aaaa: ['2606:4700::1111'] }, 'accepts_mail'],
  ['an empty MX answer and an address', { mx: [], a: [publicAddress] }, 'accepts_mail'],
  ['no MX and only private addresses', { a: ['127.0.0.1'], aaaa: ['::1'] }, 'no_mail'],
  ['neither MX nor address', {}, 'no_mail'],
  ['no existence', null, 'nonexistent'],
  ['a failing name server', { fails: 'ESERVFAIL' }, 'unknown'],
  ['a silent name server', { fails: 'ETIMEOUT' }, 'unknown'],
  ['a refusing name server', { fails: 'EREFUSED' }, 'unknown'],
];

for (const [what, zone, answer] of answers) {
  test(`a domain with ${what} is ${answer}`, async () => {
    const { check } = open(zone ? { [domain]: zone } : {});
    assert.equal(await check(domain), answer);
  });
}

test('without MX, one failed address query gives unknown unless the other finds an address', async () => {
  const failing = async () => {
    throw Object.assign(new Error('no'), { code: 'ESERVFAIL' });
  };
  const dns = openStandInDns({ [domain]: { a: [publicAddress] }, 'empty.example.com': {} });
  const check = openMailDomains({ resolver: { ...dns, resolve6: failing }, clock: openManualTiming() });

  assert.equal(await check(domain), 'accepts_mail');
  assert.equal(await check('empty.example.com'), 'unknown');
});

test('different spellings of a domain share one query', async () => {
  const { check, dns } = open({ 'xn--bcher-kva.example.com': { mx: mx('mx.example.net') } });
  for (const spelling of ['bücher.example.com', 'BÜCHER.Example.Com.', ' xn--bcher-kva.example.com ']) {
    assert.equal(await check(spelling), 'accepts_mail');
  }
  assert.deepEqual(dns.asked, ['MX xn--bcher-kva.example.com']);
});

const neverAsked = `localhost printer host.local app.internal example.invalid a.test shop.onion 127.0.0.1
  93.184.215.14 [::1] 0x7f.1`.split(/\s+/);

for (const name of [...neverAsked, '', ' ', 'a b.example.com', `${'a.'.repeat(127)}example.com`]) {
  test(`"${name.slice(0, 30)}" is nonexistent, without a query`, async () => {
    const { check, dns } = open({});
    assert.equal(await check(name), 'nonexistent');
    assert.deepEqual(dns.asked, []);
  });
}

test('a site whose pages are never fetched can still accept mail', async () => {
  const { check } = open({ 'linkedin.com': { mx: mx('mx.example.net') } });
  assert.equal(await check('linkedin.com'), 'accepts_mail');
});

test('an unlisted suffix is unknown, since it may be new', async () => {
  assert.equal(await open({}).check('anna.nosuchsuffix'), 'unknown');
});

test('an answer is cached for 24 hours, a missing name for one', async () => {
  const { check, dns, timing } = open({ [domain]: { mx: mx('mx.example.net') } });
  const askBoth = async () => {
    await check(domain);
    await check('missing.example.com');
    return dns.asked.splice(0).length;
  };

  assert.equal(await askBoth(), 2);
  await timing.advance(3_600_000 - 1);
  assert.equal(await askBoth(), 0);
  await timing.advance(1);
  assert.equal(await askBoth(), 1);
  await timing.advance(86_400_000 - 3_600_000 - 1);
  await check(domain);
  assert.deepEqual(dns.asked.splice(0), []);
  await timing.advance(1);
  await check(domain);
  assert.equal(dns.asked.length, 1);
});

test('failures are not cached', async () => {
  const { check, dns } = open({ [domain]: { fails: 'ETIMEOUT' } });
  assert.equal(await check(domain), 'unknown');
  dns.zones[domain] = { mx: mx('mx.example.net') };
  assert.equal(await check(domain), 'accepts_mail');
});

test('concurrent callers share one query', async () => {
  const { check, dns } = open({ [domain]: { mx: mx('mx.example.net') } });
  await Promise.all(Array.from({ length: 50 }, () => check(domain)));
  assert.equal(dns.asked.length, 1);
});
