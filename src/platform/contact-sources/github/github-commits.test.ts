import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, foundIn, profileOf, requestFor, sourceTest } from '#test/support/contact-sources.ts';
import { readCommits } from './github.ts';

const at = new Date('2026-11-01T00:00:00Z');
const request = requestFor(profileOf('github.com/jane-example'));
const asked = { source: 'github_commits', request, at } as const;

const commit = (email: unknown, more: Record<string, unknown> = {}) => ({
  html_url: 'https://github.com/jane-example/maps/commit/1',
  commit: { author: { name: 'Jane', email, date: '2026-05-04T08:00:00Z' } },
  author: { login: 'Jane-Example', id: 42 },
  committer: { login: 'jane-example' },
  parents: [{}],
  ...more,
});

test('commits in own repositories give incidental addresses', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('github_commits', 'github.com/asha-example'));

  assert.deepEqual(
    found.emails.map(({ address, confidence, sources }) => [address, confidence, sources[0]]),
    [
      [
        'asha@laptop.example.org',
        50,
        {
          source: 'github_commits',
          kind: 'incidental',
          url: 'https://github.com/Asha-Example/weather/commit/c0ffee',
          seen_at: '2026-05-04T08:00:00.000Z',
        },
      ],
    ],
  );
  assert.deepEqual(found.identity, {
    match: 'exact_id',
    id: '700001',
    url: 'https://github.com/asha-example',
  });
});

test('forks are ignored', async () => {
  await using world = await sourceTest();
  await world.lookup('github_commits', 'github.com/asha-example');
  const paths = world.standIn('github').calls.map(({ path }) => path);
  assert.deepEqual(paths, ['/users/asha-example/repos', '/repos/asha-example/weather/commits']);
});

test('commits are unavailable unless the operator enables them', async () => {
  await using world = await sourceTest({ environment: { GITHUB_COMMITS: 'off' } });
  assert.deepEqual(world.sources.unavailable, [{ id: 'github_commits', reason: 'GITHUB_COMMITS is off.' }]);
});

const notTaken: [what: string, commit: unknown][] = [
  ['without an author at GitHub', commit('jane@mail.example.org', { author: null })],
  [
    'that GitHub attributes to another person',
    commit('jane@mail.example.org', { author: { login: 'other', id: 7 } }),
  ],
  [
    'that is a merge made on the web site',
    commit('jane@mail.example.org', { committer: { login: 'web-flow' }, parents: [{}, {}] }),
  ],
  ['with a no-reply address', commit('42+jane-example@users.noreply.github.com')],
  ['without a number of the account', commit('jane@mail.example.org', { author: { login: 'jane-example' } })],
];

for (const [what, entry] of notTaken) {
  test(`a commit ${what} gives no address`, () => {
    assert.equal(readCommits([entry], asked).outcome, 'not_found');
  });
}

test("an edit made on the website is its author's own work", () => {
  const outcome = readCommits([commit('jane@mail.example.org', { committer: { login: 'web-flow' } })], asked);
  assert.deepEqual(addressesIn(outcome), ['jane@mail.example.org']);
});

test('at most three addresses are accepted', () => {
  const commits = [1, 2, 3, 4, 5].map((number) => commit(`jane${number}@mail.example.org`));
  assert.equal(addressesIn(readCommits(commits, asked)).length, 3);
});
