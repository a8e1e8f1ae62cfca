import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  knownLink,
  linksIn,
  profileOf,
  requestFor,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { readNpmSearch } from './npm-registry.ts';

const npmLink = knownLink('npm', 'asha-example', 'https://www.npmjs.com/~asha-example');
const at = new Date('2026-11-01T00:00:00Z');
const asked = (links = [npmLink], link = 'github.com/asha-example') =>
  ({ source: 'npm', request: requestFor(profileOf(link), { links }), at }) as const;

const packageOf = (repository: unknown, ...maintainers: unknown[]) => ({
  package: { name: 'x', maintainers, links: { npm: 'https://www.npmjs.com/package/x', repository } },
});
const asha = { username: 'asha-example', email: 'asha@packages.example.org' };

test("a package in the account's own repository proves the npm account of the same name", async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('npm', 'github.com/asha-example'));

  assert.deepEqual(addressesIn(found), ['asha@packages.example.org']);
  assert.equal(found.emails[0]!.sources[0].kind, 'registry');
  assert.deepEqual(found.identity, { match: 'verified_link', url: 'https://www.npmjs.com/~asha-example' });
  assert.deepEqual(linksIn(found), ['https://www.npmjs.com/~asha-example']);
  assert.equal(found.links[0]!.proof, 'verified');
});

test('an equal name without such a package proves nothing', async () => {
  await using world = await sourceTest();
  assert.equal((await world.lookup('npm', 'github.com/ravi-sample')).outcome, 'not_found');
});

test('an npm account named in the profile counts as a claim, without a package that points back', () => {
  const outcome = readNpmSearch({ objects: [packageOf('https://github.com/elsewhere/x', asha)] }, asked());
  assert.deepEqual(addressesIn(outcome), ['asha@packages.example.org']);
  assert.deepEqual(foundIn(outcome).identity, {
    match: 'same_url',
    url: 'https://www.npmjs.com/~asha-example',
  });
});

const repositories: [repository: unknown, isOwn: boolean][] = [
  ['https://github.com/Asha-Example/weather', true],
  ['git+https://github.com/asha-example/weather.git', true],
  ['git@github.com:asha-example/weather.git', true],
  ['git+ssh://git@github.com/asha-example/weather.git', true],
  ['https://github.com/asha-example-2/weather', false],
  ['https://github.com.evil.example/asha-example/weather', false],
  ['https://evil.example/github.com/asha-example/weather', false],
  ['https://github.com/asha-example', false],
  [{ url: 'https://github.com/asha-example/weather' }, false],
  [null, false],
];

for (const [repository, isOwn] of repositories) {
  test(`${JSON.stringify(repository)} ${isOwn ? 'is' : 'is not'} the account's own repository`, () => {
    const outcome = readNpmSearch({ objects: [packageOf(repository, asha)] }, asked([]));
    assert.equal(outcome.outcome, isOwn ? 'found' : 'not_found');
  });
}

test("other maintainers of a package, and the pipeline's address, are not the person's", () => {
  const others = [
    { username: 'somebody', email: 'somebody@packages.example.org' },
    { username: 'asha-example', email: 'npm-oidc-no-reply@github.com' },
    { username: 'asha-example', email: { address: 'x' } },
    'asha-example <asha@packages.example.org>',
  ];
  assert.equal(readNpmSearch({ objects: [packageOf(null, ...others)] }, asked()).outcome, 'not_found');
});

test('a name that would add search terms is not used', async () => {
  await using world = await sourceTest();
  const links = [knownLink('npm', 'asha keywords:x', 'https://www.npmjs.com/~asha')];
  assert.deepEqual(await world.lookup('npm', 'github.com/asha-example', { links }), {
    outcome: 'not_applicable',
    reason: 'unsupported_link',
  });
  assert.equal(world.standIn('npm').calls.length, 0);
});
