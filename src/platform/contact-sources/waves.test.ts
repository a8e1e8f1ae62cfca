import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn, profileOf, requestFor, sourceTest } from '#test/support/contact-sources.ts';
import { judgeSourceEmail, normaliseEmail, normaliseLink } from '#values/contacts/index.ts';
import type { Outcome } from './source/outcome.ts';
import type { KnownLink } from './source/source.ts';

/** The links of a find, in the form the next sources receive. */
const knownFrom = (outcome: Outcome): KnownLink[] =>
  foundIn(outcome).links.flatMap(({ url, proof }) => {
    const link = normaliseLink(url);
    return link.ok ? [{ ...link.value, proof }] : [];
  });

test('the links in a profile lead to the sources of the second wave', async () => {
  await using world = await sourceTest();
  const profile = profileOf('github.com/asha-example');
  const links = knownFrom(await world.lookup('github', profile.url));
  const derived = world.sources.list.filter(({ stage }) => stage === 'derived');

  const before = derived.filter((source) => source.applies(requestFor(profile)).applies);
  assert.deepEqual(
    before.map(({ id }) => id),
    ['github_commits', 'npm'],
  );
  const request = requestFor(profile, { links });
  const outcomes = await Promise.all(derived.map((source) => source.lookup(world.context, request)));
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    derived.map(() => 'found'),
  );
});

test('the values of the stand-ins pass the checks that real values must pass', async () => {
  await using world = await sourceTest();
  const profile = profileOf('github.com/asha-example');
  const links = knownFrom(await world.lookup('github', profile.url));
  const asked = world.sources.list.filter((source) => source.applies(requestFor(profile, { links })).applies);
  const outcomes = await Promise.all(
    asked.map((source) => source.lookup(world.context, requestFor(profile, { links }))),
  );
  const addresses = outcomes.flatMap((outcome) => (outcome.outcome === 'found' ? outcome.emails : []));
  assert.ok(addresses.length >= 7);
  for (const { address } of addresses) {
    const normalised = normaliseEmail(address);
    assert.ok(normalised.ok && judgeSourceEmail(normalised.value).keep, address);
  }
});

test('a source that lacks a link says so, and answers once it is known', async () => {
  await using world = await sourceTest();
  const profile = profileOf('linkedin.com/in/asha-example');
  const website = world.source('website');
  assert.deepEqual(website.applies(requestFor(profile)), { applies: false, reason: 'needs_link' });

  const links = knownFrom(await world.lookup('fullcontact', profile.url));
  const site: KnownLink = {
    network: 'website',
    handle: null,
    url: 'https://asha.example.com/',
    proof: 'claimed',
  };
  const outcome = await website.lookup(world.context, requestFor(profile, { links: [...links, site] }));
  assert.equal(foundIn(outcome).identity.match, 'verified_link');
});
