import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  knownLink,
  linksIn,
  numbersIn,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { notFound, type Outcome } from '../source/outcome.ts';
import { combineOutcomes } from './website.ts';

const site = (name: string, path = '/') => knownLink('website', null, `https://${name}.example.com${path}`);

test("a site that links back to the profile is the person's own", async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('website', 'github.com/asha-example', { links: [site('asha')] }));

  assert.deepEqual(found.identity, { match: 'verified_link', url: 'https://asha.example.com/' });
  assert.deepEqual(addressesIn(found), ['asha@words.example.org', 'asha@letters.example.org']);
  assert.deepEqual(numbersIn(found), ['+1-202-555-0143']);
  assert.deepEqual(linksIn(found), [
    'https://social.example.com/@asha',
    'https://www.linkedin.com/in/asha-example',
    'https://asha.example.com/',
  ]);
  assert.equal(found.person.company, 'Example Works');
});

test("values are attributed to the public page, and an employer's address is not the person's", async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('website', 'github.com/asha-example', { links: [site('asha')] }));

  for (const { sources, confidence } of [...found.emails, ...found.phones]) {
    assert.deepEqual(
      [sources[0].url, sources[0].kind, confidence],
      ['https://asha.example.com/', 'subject_published', 95],
    );
  }
  assert.equal(addressesIn(found).includes('office@works.example.com'), false);
});

test('a site that links nowhere counts less, and its contact page is read if its first page has nothing', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('website', 'gitlab.com/ravi.sample', { links: [site('ravi')] }));

  assert.deepEqual(found.identity, { match: 'same_url', url: 'https://ravi.example.com/' });
  assert.deepEqual(
    found.emails.map(({ address, confidence, sources }) => [address, confidence, sources[0].url]),
    [['studio@sample.example.net', 70, 'https://ravi.example.com/about.html']],
  );
});

test('a noindex page is not read', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('website', 'codeberg.org/dana-desk', { links: [site('dana')] }), {
    outcome: 'refused',
    because: 'noindex',
  });
});

test('robots.txt is respected', async () => {
  await using world = await sourceTest();
  assert.deepEqual(
    await world.lookup('website', 'github.com/asha-example', { links: [site('asha', '/private/me')] }),
    {
      outcome: 'refused',
      because: 'robots',
    },
  );
  assert.deepEqual(
    world.standIn('asha').calls.map(({ path }) => path),
    ['/robots.txt'],
  );
});

test('an unchanged page is not sent again', async () => {
  await using world = await sourceTest();
  const ask = () => world.lookup('website', 'github.com/asha-example', { links: [site('asha')] });
  const first = foundIn(await ask());
  const second = foundIn(await ask());

  const pages = world.standIn('asha').calls.filter(({ path }) => path === '/');
  assert.deepEqual(
    pages.map(({ headers }) => headers['if-none-match'] !== undefined),
    [false, true],
  );
  assert.deepEqual(addressesIn(second), addressesIn(first));
  assert.deepEqual(linksIn(second), linksIn(first));
});

test('several sites are read, and one that refuses leaves the find incomplete', async () => {
  await using world = await sourceTest();
  const links = [site('dana'), site('asha'), site('ravi')];
  const found = foundIn(await world.lookup('website', 'github.com/asha-example', { links }));

  assert.equal(found.complete, false);
  assert.equal(found.identity.match, 'verified_link');
  assert.equal(world.standIn('ravi').calls.length, 0);
});

const notFollowed = [
  'https://www.linkedin.com/in/asha-example',
  'https://business.linkedin.com/talent',
  'https://lnkd.in/abc',
  'https://github.com/asha-example/weather',
  'https://gitlab.com/asha-example/weather',
  'not a link',
];

for (const url of notFollowed) {
  test(`${url} is no person's own site`, async () => {
    await using world = await sourceTest();
    assert.deepEqual(
      await world.lookup('website', 'github.com/asha-example', { links: [knownLink('website', null, url)] }),
      {
        outcome: 'not_applicable',
        reason: 'needs_link',
      },
    );
  });
}

test("a link into the service's own network is not followed", async () => {
  await using world = await sourceTest();
  const links = [knownLink('website', null, `${world.standIn('github').origin}/users/asha-example`)];
  assert.deepEqual(await world.lookup('website', 'github.com/asha-example', { links }), {
    outcome: 'not_applicable',
    reason: 'unsupported_link',
  });
  assert.equal(world.standIn('github').calls.length, 0);
});

test('if no site finds anything, the first failure is reported, and a miss is certain only if all are', () => {
  const busy: Outcome = { outcome: 'rate_limited', retryAt: new Date(0) };
  assert.equal(combineOutcomes([notFound(), busy]), busy);
  assert.deepEqual(combineOutcomes([notFound(), notFound(false)]), notFound(false));
  assert.deepEqual(combineOutcomes([notFound(), notFound()]), notFound(true));
});
