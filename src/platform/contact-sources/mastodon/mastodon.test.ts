import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  knownLink,
  profileOf,
  requestFor,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { homeOf, readMastodonAccount } from './mastodon.ts';

const ashaLink = knownLink('mastodon', 'asha@social.example.com', 'https://social.example.com/@asha');
const at = new Date('2026-11-01T00:00:00Z');
const asked = { source: 'mastodon', request: requestFor(profileOf('github.com/jane-example')), at } as const;
const home = { origin: 'https://social.example.com', name: 'jane', page: 'https://social.example.com/@jane' };
const account = { id: '1', username: 'jane', note: '', fields: [] as unknown[] };

test('an account whose link to the profile was checked by its server is verified', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('mastodon', 'github.com/asha-example', { links: [ashaLink] }));

  assert.deepEqual(found.identity, { match: 'verified_link', url: 'https://social.example.com/@asha' });
  assert.deepEqual(addressesIn(found), ['asha@fedi.example.org']);
  assert.equal(found.emails[0]!.confidence, 95);
  assert.deepEqual(
    found.links.map(({ url, proof }) => [url, proof]),
    [
      ['https://asha.example.com/', 'verified'],
      ['https://shop.example.org/', 'claimed'],
      ['https://social.example.com/@asha', 'verified'],
    ],
  );
  assert.deepEqual(
    world
      .standIn('mastodon')
      .calls.map(({ path, query }) => `${path} ${query}`)
      .filter((call) => !call.startsWith('/robots')),
    ['/.well-known/webfinger resource=acct%3Aasha%40social.example.com', '/api/v1/accounts/lookup acct=asha'],
  );
});

test('an account that links to another person is only claimed by the profile', async () => {
  await using world = await sourceTest();
  const found = foundIn(
    await world.lookup('mastodon', 'linkedin.com/in/asha-example', { links: [ashaLink] }),
  );

  assert.equal(found.identity.match, 'same_url');
  assert.equal(found.emails[0]!.confidence, 70);
});

test('a noindex account is refused, a bot is not a person, an unknown account is not found', async () => {
  await using world = await sourceTest();
  const ask = (name: string) =>
    world.lookup('mastodon', 'github.com/asha-example', {
      links: [knownLink('mastodon', `${name}@social.example.com`, `https://social.example.com/@${name}`)],
    });

  assert.deepEqual(await ask('ravi'), { outcome: 'refused', because: 'noindex' });
  assert.deepEqual(await ask('bot'), { outcome: 'not_applicable', reason: 'not_a_person' });
  assert.equal((await ask('nobody')).outcome, 'not_found');
});

test('without a link to an account there is no server to ask', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('mastodon', 'github.com/asha-example'), {
    outcome: 'not_applicable',
    reason: 'needs_link',
  });
});

const fingers: [what: string, finger: unknown, origin: string | null][] = [
  [
    'the same host',
    {
      subject: 'acct:jane@social.example.com',
      links: [{ rel: 'http://webfinger.net/rel/profile-page', href: 'https://social.example.com/@jane' }],
    },
    'https://social.example.com',
  ],
  [
    'a server of another name',
    { subject: 'acct:jane@social.example.com', aliases: ['https://mastodon.example.org/@jane'] },
    'https://mastodon.example.org',
  ],
  [
    'another account',
    { subject: 'acct:joan@social.example.com', aliases: ['https://social.example.com/@joan'] },
    null,
  ],
  [
    'an account elsewhere, on a server elsewhere',
    { subject: 'acct:jane@elsewhere.example.org', aliases: ['https://elsewhere.example.org/@jane'] },
    null,
  ],
  [
    'a page that is not secure',
    { subject: 'acct:jane@social.example.com', aliases: ['http://social.example.com/@jane'] },
    null,
  ],
  [
    'LinkedIn',
    { subject: 'acct:jane@social.example.com', aliases: ['https://www.linkedin.com/in/jane'] },
    null,
  ],
  ['no page', { subject: 'acct:jane@social.example.com' }, null],
  ['a list', [], null],
  ['nothing', null, null],
];

for (const [what, finger, origin] of fingers) {
  test(`a WebFinger answer that names ${what} leads to ${origin}`, () => {
    assert.equal(homeOf(finger, 'jane', 'social.example.com')?.origin ?? null, origin);
  });
}

test('an address counts as typed and is never assembled from words', () => {
  const note =
    'jane@one.example.org jane [at] two.example.org jane(at)three.example.org @jane@four.example.org';
  const fields = [{ value: '<a href="mailto:jane%40five.example.org">mail</a>' }, { value: { html: 'x' } }];
  assert.deepEqual(addressesIn(readMastodonAccount({ ...account, note, fields }, asked, home)), [
    'jane@five.example.org',
    'jane@one.example.org',
  ]);
});

test('an account with more than three addresses gives none', () => {
  const note = [1, 2, 3, 4].map((number) => `team${number}@mail.example.org`).join(' ');
  assert.deepEqual(addressesIn(readMastodonAccount({ ...account, note }, asked, home)), []);
});

for (const gone of [{ suspended: true }, { moved: { id: '2' } }, { username: 'joan' }]) {
  test(`an account with ${JSON.stringify(gone)} is not found`, () => {
    assert.equal(readMastodonAccount({ ...account, ...gone }, asked, home).outcome, 'not_found');
  });
}
