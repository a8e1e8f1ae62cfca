import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  linksIn,
  profileOf,
  requestFor,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { accountIn, readGitLabUser } from './gitlab.ts';

const at = new Date('2026-11-01T00:00:00Z');

test('GitLab gives the public address, and bare names as links', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('gitlab', 'gitlab.com/Ravi.Sample'));

  assert.deepEqual(addressesIn(found), ['ravi@sample.example.net']);
  assert.deepEqual(linksIn(found), [
    'https://ravi.example.com',
    'https://www.linkedin.com/in/ravi-sample',
    'https://x.com/ravi_sample',
    'https://social.example.com/@ravi',
  ]);
  assert.deepEqual(found.identity, {
    match: 'exact_id',
    id: '800001',
    url: 'https://gitlab.com/ravi.sample',
  });
  assert.equal(found.person.headline, 'Designer');
});

const gitLabMisses: [handle: string, outcome: object][] = [
  ['nobody-example', { outcome: 'not_found' }],
  ['gone-example', { outcome: 'not_found' }],
  ['deploy-example', { outcome: 'not_applicable', reason: 'not_a_person' }],
];

for (const [handle, expected] of gitLabMisses) {
  test(`${handle} on GitLab is ${Object.values(expected).join(', ')}`, async () => {
    await using world = await sourceTest();
    const outcome = await world.lookup('gitlab', `gitlab.com/${handle}`);
    assert.deepEqual({ ...outcome, ...expected }, outcome);
  });
}

test("GitLab's no-reply address is not an address", async () => {
  await using world = await sourceTest();
  assert.deepEqual(addressesIn(await world.lookup('gitlab', 'gitlab.com/hidden-example')), []);
});

test('in a list of accounts only exactly the requested name counts', () => {
  const asked = { source: 'gitlab', request: requestFor(profileOf('gitlab.com/jane')), at } as const;
  const entry = (username: unknown, id: unknown = 5) => ({ username, id, state: 'active' });

  assert.equal(accountIn([entry('janet', 4), entry('JANE')], asked), '5');
  for (const list of [[entry('janet')], []]) {
    const outcome = accountIn(list, asked);
    assert.equal(typeof outcome === 'object' && outcome.outcome, 'not_found');
  }
  for (const list of [
    { 0: entry('jane') },
    null,
    'jane',
    [entry(true)],
    [entry('jane', '5; drop')],
    [entry('jane', 1.5)],
  ]) {
    const outcome = accountIn(list, asked);
    assert.equal(typeof outcome === 'object' && outcome.outcome, 'error');
  }
});

test('a name pasted as a whole URL is used as it is', () => {
  const asked = { source: 'gitlab', request: requestFor(profileOf('gitlab.com/jane')), at } as const;
  const user = {
    id: 5,
    username: 'jane',
    linkedin: 'https://linkedin.com/in/jane-example',
    twitter: '@jane',
    github: 'jane example',
    bluesky: ['jane'],
    mastodon: 'jane',
  };
  assert.deepEqual(linksIn(readGitLabUser(user, asked)), [
    'https://linkedin.com/in/jane-example',
    'https://x.com/jane',
  ]);
});

test("an operator's host is asked at its own URL, with its own token", async () => {
  await using world = await sourceTest();
  const host = `git.example.net=own-token`;
  await using own = await sourceTest({
    environment: { GITLAB_HOSTS: host, FORGEJO_HOSTS: 'code.example.net' },
  });
  const unknown = requestFor(
    profileOf('git.example.net/jane', [{ host: 'git.example.net', software: 'gitlab' }]),
  );

  assert.deepEqual(world.source('gitlab').applies(unknown), { applies: false, reason: 'other_network' });
  assert.deepEqual(own.source('gitlab').applies(unknown), { applies: true });
  assert.equal(own.standIn('gitlab').calls.length, 0);
});
