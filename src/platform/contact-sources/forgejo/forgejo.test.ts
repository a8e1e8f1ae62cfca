import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, linksIn, profileOf, requestFor, sourceTest } from '#test/support/contact-sources.ts';
import { readForgejoUser } from './forgejo.ts';

const at = new Date('2026-11-01T00:00:00Z');

test('Codeberg shows the address to signed-in callers, and only links to anonymous ones', async () => {
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

test('an answer about another Forgejo account is rejected', () => {
  const asked = { source: 'forgejo', request: requestFor(profileOf('codeberg.org/jane')), at } as const;
  const user = { id: 3, login: 'jane', email: 'jane@mail.example.org', visibility: 'public' };
  assert.deepEqual(addressesIn(readForgejoUser(user, asked)), ['jane@mail.example.org']);
  assert.equal(readForgejoUser({ ...user, login: 'janet' }, asked).outcome, 'not_found');
  assert.equal(readForgejoUser({ ...user, visibility: 'limited' }, asked).outcome, 'not_found');
  assert.equal(readForgejoUser([user], asked).outcome, 'error');
});
