import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn, profileOf, requestFor, sourceTest } from '#test/support/contact-sources.ts';
import { readBitbucketUser, readWorkspace } from './bitbucket.ts';

const at = new Date('2026-11-01T00:00:00Z');

test("Bitbucket finds a person by their workspace's id, and only their name", async () => {
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

test('a Bitbucket profile given by its id needs one call', async () => {
  await using world = await sourceTest();
  const outcome = await world.lookup('bitbucket', 'bitbucket.org/{5d1f6e0a-1111-4222-8333-444455556666}/');
  assert.equal(outcome.outcome, 'found');
  assert.equal(world.standIn('bitbucket').calls.length, 1);
});

test("a team's Bitbucket workspace is not a person", async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('bitbucket', 'bitbucket.org/sample-collective'), {
    outcome: 'not_applicable',
    reason: 'not_a_person',
  });
});

test('a Bitbucket answer with another id, or none, is rejected', () => {
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
