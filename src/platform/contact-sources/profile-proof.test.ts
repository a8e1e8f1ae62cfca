import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { profileOf, quiet, type SourceTest, sourceTest } from '#test/support/contact-sources.ts';
import { openProfileProof, type ProfileProof } from './profile-proof.ts';

let sources: SourceTest;
let proof: ProfileProof;
before(async () => {
  sources = await sourceTest();
  proof = openProfileProof({ sources: sources.sources.list, clock: systemClock, log: quiet });
});
after(() => sources[Symbol.asyncDispose]());

for (const [link, covered] of [
  ['https://github.com/asha-example', true],
  ['https://gitlab.com/ravi.sample', true],
  ['https://codeberg.org/dana-desk', true],
  ['https://bitbucket.org/dana-desk', true],
  ['https://sr.ht/~dana-desk', false],
  ['https://www.linkedin.com/in/asha-example', false],
] as const) {
  test(`${link} ${covered ? 'can' : 'cannot'} be checked`, () => {
    assert.equal(proof.covers(profileOf(link)), covered);
  });
}

test('without a credential GitHub cannot be checked', () => {
  const others = sources.sources.list.filter(({ id }) => id !== 'github');
  const without = openProfileProof({ sources: others, clock: systemClock, log: quiet });
  assert.equal(without.covers(profileOf('https://github.com/asha-example')), false);
});

const dana = profileOf('https://codeberg.org/dana-desk');

test('a text in any public field is found, and another is not', async () => {
  assert.equal(await proof.showsAnyOf(dana, ['dana.example.com']), 'shown');
  assert.equal(await proof.showsAnyOf(dana, ['Berlin']), 'shown');
  assert.equal(await proof.showsAnyOf(dana, ['contactry-000000000000000000000000']), 'not_shown');
});

for (const name of ['nobody-there', 'private-example', 'sample-collective']) {
  test(`${name}, which shows no profile, proves nothing`, async () => {
    assert.equal(await proof.showsAnyOf(profileOf(`https://codeberg.org/${name}`), ['']), 'not_shown');
  });
}

for (const trouble of ['server_error', 'broken_json', 'rate_limited'] as const) {
  test(`a host with the trouble ${trouble} is unreachable`, async () => {
    const { control } = sources.standIn('gitlab');
    control.trouble = trouble;
    assert.equal(await proof.showsAnyOf(profileOf('https://gitlab.com/ravi.sample'), ['x']), 'unreachable');
    control.trouble = 'none';
  });
}

test('every check reads the profile again', async () => {
  const { calls } = sources.standIn('codeberg');
  const before = calls.length;
  await proof.showsAnyOf(dana, ['x']);
  await proof.showsAnyOf(dana, ['x']);
  const looks = calls.slice(before).filter(({ path }) => path.startsWith('/api/v1/users/'));
  assert.equal(looks.length, 2);
  assert.deepEqual(
    looks.map(({ headers }) => headers['if-none-match']),
    [undefined, undefined],
  );
});
