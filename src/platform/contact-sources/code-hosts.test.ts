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
import { readBitbucketUser, readWorkspace } from './bitbucket/bitbucket.ts';
import { readForgejoUser } from './forgejo/forgejo.ts';
import { accountIn, readGitLabUser } from './gitlab/gitlab.ts';

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

test("GitLab's no-reply address is no address", async () => {
  await using world = await sourceTest();
  assert.deepEqual(addressesIn(await world.lookup('gitlab', 'gitlab.com/hidden-example')), []);
});

test('a list of accounts is searched for exactly the name that was asked for', () => {
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

test('names that people pasted as whole addresses stay what they are', () => {
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

test('a host of the operator is asked at its own address, with its own token', async () => {
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

test('Codeberg shows a signed-in caller the address, and an anonymous one only links', async () => {
  await using world = await sourceTest();
  assert.deepEqual(addressesIn(await world.lookup('forgejo', 'codeberg.org/dana-desk')), [
    'dana-desk@mail.example.org',
  ]);

  await using anonymous = await sourceTest({ environment: { CODEBERG_TOKEN: '' } });
  const found = await anonymous.lookup('forgejo', 'codeberg.org/dana-desk');
  assert.deepEqual(addressesIn(found), []);
  assert.deepEqual(linksIn(found), ['https://dana.example.com']);
});

const forgejoOutcomes: [handle: string, outcome: string][] = [
  ['private-example', 'not_found'],
  ['nobody-example', 'not_found'],
  ['sample-collective', 'not_applicable'],
  ['shy-example', 'found'],
];

for (const [handle, expected] of forgejoOutcomes) {
  test(`${handle} on Codeberg is ${expected}`, async () => {
    await using world = await sourceTest();
    const outcome = await world.lookup('forgejo', `codeberg.org/${handle}`);
    assert.equal(outcome.outcome, expected);
    if (outcome.outcome === 'found') assert.deepEqual(outcome.emails, []);
  });
}

test('an answer about another Forgejo account is not taken', () => {
  const asked = { source: 'forgejo', request: requestFor(profileOf('codeberg.org/jane')), at } as const;
  const user = { id: 3, login: 'jane', email: 'jane@mail.example.org', visibility: 'public' };
  assert.deepEqual(addressesIn(readForgejoUser(user, asked)), ['jane@mail.example.org']);
  assert.equal(readForgejoUser({ ...user, login: 'janet' }, asked).outcome, 'not_found');
  assert.equal(readForgejoUser({ ...user, visibility: 'limited' }, asked).outcome, 'not_found');
  assert.equal(readForgejoUser([user], asked).outcome, 'error');
});

test('Bitbucket knows a person by the id of their workspace, and only their name', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('bitbucket', 'bitbucket.org/dana-desk'));

  assert.equal(found.person.full_name, 'Dana Desk');
  assert.equal(found.emails.length + found.phones.length, 0);
  assert.deepEqual(found.identity, {
    match: 'exact_id',
    id: '{5d1f6e0a-1111-4222-8333-444455556666}',
    url: 'https://bitbucket.org/dana-desk',
  });
});

test('a Bitbucket profile by its id needs one call', async () => {
  await using world = await sourceTest();
  const outcome = await world.lookup('bitbucket', 'bitbucket.org/{5d1f6e0a-1111-4222-8333-444455556666}/');
  assert.equal(outcome.outcome, 'found');
  assert.equal(world.standIn('bitbucket').calls.length, 1);
});

test('a Bitbucket workspace of a team is no person', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('bitbucket', 'bitbucket.org/sample-collective'), {
    outcome: 'not_applicable',
    reason: 'not_a_person',
  });
});

test('a Bitbucket answer about another id, or none at all, is not taken', () => {
  const asked = { source: 'bitbucket', request: requestFor(profileOf('bitbucket.org/jane')), at } as const;
  const uuid = '{5d1f6e0a-1111-4222-8333-444455556666}';
  assert.equal(
    readBitbucketUser({ uuid: uuid.replace('1', '2'), type: 'user' }, uuid, asked).outcome,
    'not_found',
  );
  assert.equal(readBitbucketUser({ uuid, type: 'team' }, uuid, asked).outcome, 'not_applicable');
  assert.equal(readBitbucketUser({ uuid: [uuid] }, uuid, asked).outcome, 'error');
  assert.equal(readWorkspace({ uuid, slug: 'jane' }, asked), uuid);
  const others = [{ uuid: '{../users}', slug: 'jane' }, { uuid: true }, [], null];
  for (const workspace of others) {
    const outcome = readWorkspace(workspace, asked);
    assert.equal(typeof outcome === 'object' && outcome.outcome, 'error');
  }
});
