import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  linksIn,
  numbersIn,
  profileOf,
  requestFor,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { readGravatar } from './gravatar.ts';

const at = new Date('2026-11-01T00:00:00Z');
const asked = { source: 'gravatar', request: requestFor(profileOf('github.com/asha-example')), at } as const;
const profile = {
  profile_url: 'https://gravatar.com/asha',
  verified_accounts: [{ url: 'https://github.com/Asha-Example' }],
  contact_info: { email: 'asha@home.example.net' },
};

test('a profile with a proven GitHub account gives address, phone and verified links', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('gravatar', 'github.com/asha-example'));

  assert.deepEqual(addressesIn(found), ['asha@home.example.net']);
  assert.deepEqual(numbersIn(found), ['+1 202-555-0143']);
  assert.deepEqual(found.identity, { match: 'verified_link', url: 'https://gravatar.com/ashaexample' });
  assert.deepEqual(
    found.links.map(({ url, proof }) => [url, proof]),
    [
      ['https://social.example.com/@asha', 'verified'],
      ['https://asha.example.com/', 'claimed'],
    ],
  );
});

test('what the owner hides stays hidden', async () => {
  await using world = await sourceTest();
  const found = await world.lookup('gravatar', 'github.com/ravi-sample');
  assert.deepEqual([addressesIn(found), linksIn(found)], [[], []]);
});

test('a verified but hidden account proves nothing', () => {
  const hidden = {
    ...profile,
    verified_accounts: [{ url: 'https://github.com/asha-example', is_hidden: true }],
  };
  assert.equal(readGravatar({ profiles: [hidden] }, asked).outcome, 'not_found');
});

test('without a key Gravatar is unavailable', async () => {
  await using world = await sourceTest({ environment: { GRAVATAR_API_KEY: '' } });
  assert.deepEqual(world.sources.unavailable, [{ id: 'gravatar', reason: 'GRAVATAR_API_KEY is not set.' }]);
});

const readings: [what: string, results: unknown, outcome: string][] = [
  ['the profile itself', { profiles: [profile] }, 'found'],
  ['an empty list', { profiles: [] }, 'not_found'],
  [
    'a profile of a similar account',
    { profiles: [{ ...profile, verified_accounts: [{ url: 'https://github.com/asha-example-2' }] }] },
    'not_found',
  ],
  [
    'accounts that are no list',
    { profiles: [{ ...profile, verified_accounts: profile.verified_accounts[0] }] },
    'not_found',
  ],
  ['a profile without its page', { profiles: [{ ...profile, profile_url: 7 }] }, 'error'],
  ['profiles that are no list', { profiles: profile }, 'error'],
  ['a bare list', [profile], 'error'],
  ['nothing', null, 'error'],
];

for (const [what, results, expected] of readings) {
  test(`${what} is ${expected}`, () => assert.equal(readGravatar(results, asked).outcome, expected));
}
