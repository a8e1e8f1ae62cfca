import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStandInDns } from '#test/support/outgoing/stand-in-dns.ts';
import { ampleTime, json, openStandInSite, silent } from '#test/support/outgoing/stand-in-site.ts';
import { openOutgoing } from './index.ts';

const crawler = { product: 'Contactry', version: '2.0.0', contactUrl: 'https://contactry.example/' };

test('vendors report their state by name', async () => {
  await using site = await openStandInSite({ '/': json({}) });
  const outgoing = openOutgoing({ crawler });
  const client = outgoing.vendorClient({ name: 'stand-in', baseUrl: site.origin });
  await client.request({ path: '/' });

  assert.deepEqual(
    outgoing.vendorStates().map(({ name, counts }) => [name, counts]),
    [['stand-in', { '2xx': 1 }]],
  );
  await outgoing.close();
});

test('every request identifies the service and says where to object', async () => {
  await using site = await openStandInSite({ '/': json({}) });
  const outgoing = openOutgoing({ crawler });
  await outgoing.vendorClient({ name: 'stand-in', baseUrl: site.origin }).request({ path: '/' });
  await outgoing.close();
  assert.equal(site.requests[0]?.headers['user-agent'], 'Contactry/2.0.0 (+https://contactry.example/)');
});

test('mail domains are checked with the given name servers', async () => {
  const resolver = openStandInDns({ 'example.com': { mx: [{ exchange: '', priority: 0 }] } });
  const outgoing = openOutgoing({ crawler, resolver });
  assert.equal(await outgoing.checkMailDomain('example.com'), 'null_mx');
  await outgoing.close();
});

test('a page in a denied range is refused by the name that leads there', async () => {
  const resolver = openStandInDns({ 'partner.example.com': { a: ['93.184.215.14'] } });
  const outgoing = openOutgoing({ crawler, resolver, deniedRanges: ['93.184.215.0/24'] });
  const page = await outgoing.fetchPage('https://partner.example.com/');
  await outgoing.close();
  assert.equal(!page.ok && page.reason, 'address_refused');
});

test('requests in flight at close end with a value', async () => {
  await using site = await openStandInSite({ '/': silent });
  const outgoing = openOutgoing({
    crawler,
    allowedOrigins: [site.origin],
    limits: { ...ampleTime, spacingMs: 0 },
  });
  const page = outgoing.fetchPage(site.origin);
  const answer = outgoing.vendorClient({ name: 'stand-in', baseUrl: site.origin }).request({ path: '/' });
  // The robots.txt, the page and the vendor's response.
  await site.received(3);
  await outgoing.close();

  assert.equal((await page).ok, false);
  assert.equal('failure' in (await answer), true);
});

test('startup fails for an allowed origin that is not loopback, or an invalid contact URL', () => {
  assert.throws(() => openOutgoing({ crawler, allowedOrigins: ['http://10.0.0.1'] }), TypeError);
  assert.throws(() => openOutgoing({ crawler: { ...crawler, contactUrl: 'nowhere' } }), TypeError);
});
