import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidAsked, profileOf, requestFor } from '#test/support/contact-sources.ts';
import { fc } from '#test/support/properties.ts';
import { readBitbucketUser, readWorkspace } from './bitbucket.ts';
import { readContactOut } from './contactout.ts';
import { readForgejoUser } from './forgejo.ts';
import { readFullContact } from './fullcontact.ts';
import { readGitHub } from './github.ts';
import { readCommits } from './github-commits.ts';
import { accountIn, readGitLabUser } from './gitlab.ts';
import { readGravatar } from './gravatar.ts';
import { readHunter } from './hunter.ts';
import { homeOf, readMastodonAccount } from './mastodon.ts';
import { readNpmSearch } from './npm-registry.ts';
import type { Outcome } from './outcome.ts';
import { readPersonEnrichment } from './peopledatalabs.ts';
import { readProspeo } from './prospeo.ts';
import { readRocketReach } from './rocketreach.ts';
import type { SourceId } from './source.ts';

const at = new Date('2026-11-01T00:00:00Z');
const askedOf = (source: SourceId, link: string) =>
  ({ source, request: requestFor(profileOf(link)), at }) as const;
const linkedIn = 'linkedin.com/in/jane-example';
const url = 'https://www.linkedin.com/in/jane-example';
const uuid = '{5d1f6e0a-1111-4222-8333-444455556666}';
const home = { origin: 'https://social.example.com', name: 'jane', page: 'https://social.example.com/@jane' };
const ok = (json: unknown) => ({ status: 200, headers: {}, json });

/** How each answer is read, and a good one to spoil. */
const readers: Record<string, { read: (json: unknown) => unknown; good: unknown }> = {
  'GitHub account': {
    read: (user) => readGitHub({ user, social: user, keys: user }, askedOf('github', 'github.com/jane')),
    good: {
      id: 1,
      login: 'jane',
      type: 'User',
      email: 'jane@x.example.org',
      blog: 'jane.example.org',
      twitter_username: 'jane',
    },
  },
  'GitHub lists': {
    read: (list) =>
      readGitHub(
        { user: { id: 1, login: 'jane', type: 'User' }, social: list, keys: list },
        askedOf('github', 'github.com/jane'),
      ),
    good: [
      {
        url: 'https://x.com/jane',
        emails: [{ email: 'jane@x.example.org', verified: true }],
        expires_at: null,
      },
    ],
  },
  'GitHub commits': {
    read: (commits) => readCommits(commits, askedOf('github_commits', 'github.com/jane')),
    good: [
      {
        author: { login: 'jane', id: 1 },
        commit: { author: { email: 'jane@x.example.org', date: '2026-01-01' } },
        parents: [],
      },
    ],
  },
  'GitLab list': {
    read: (list) => accountIn(list, askedOf('gitlab', 'gitlab.com/jane')),
    good: [{ id: 1, username: 'jane', state: 'active' }],
  },
  'GitLab user': {
    read: (user) => readGitLabUser(user, askedOf('gitlab', 'gitlab.com/jane')),
    good: {
      id: 1,
      username: 'jane',
      public_email: 'jane@x.example.org',
      linkedin: 'jane',
      mastodon: '@jane@social.example.com',
    },
  },
  'Forgejo user': {
    read: (user) => readForgejoUser(user, askedOf('forgejo', 'codeberg.org/jane')),
    good: { id: 1, login: 'jane', email: 'jane@x.example.org', website: 'https://jane.example.org' },
  },
  'Bitbucket user': {
    read: (user) => readBitbucketUser(user, uuid, askedOf('bitbucket', 'bitbucket.org/jane')),
    good: { uuid, type: 'user', display_name: 'Jane' },
  },
  'Bitbucket workspace': {
    read: (workspace) => readWorkspace(workspace, askedOf('bitbucket', 'bitbucket.org/jane')),
    good: { uuid, slug: 'jane' },
  },
  'npm search': {
    read: (results) => readNpmSearch(results, askedOf('npm', 'github.com/jane')),
    good: {
      objects: [
        {
          package: {
            links: { repository: 'https://github.com/jane/x' },
            maintainers: [{ username: 'jane', email: 'jane@x.example.org' }],
          },
        },
      ],
    },
  },
  Gravatar: {
    read: (results) => readGravatar(results, askedOf('gravatar', 'github.com/jane')),
    good: {
      profiles: [
        {
          profile_url: 'https://gravatar.com/jane',
          verified_accounts: [{ url: 'https://github.com/jane' }],
          contact_info: { email: 'jane@x.example.org', cell_phone: '+12025550143' },
        },
      ],
    },
  },
  WebFinger: {
    read: (finger) => homeOf(finger, 'jane', 'social.example.com'),
    good: { subject: 'acct:jane@social.example.com', aliases: [home.page] },
  },
  'Mastodon account': {
    read: (account) => readMastodonAccount(account, askedOf('mastodon', 'github.com/jane'), home),
    good: {
      id: '1',
      username: 'jane',
      note: 'jane@x.example.org',
      fields: [{ value: '<a href="https://github.com/jane">x</a>', verified_at: '2026-01-01' }],
    },
  },
  'People Data Labs': {
    read: (json) => readPersonEnrichment(ok(json), paidAsked('people_data_labs', linkedIn, 1)),
    good: {
      likelihood: 9,
      data: {
        linkedin_url: url,
        emails: [{ address: 'jane@x.example.org' }],
        phones: [{ number: '+12025550143' }],
      },
    },
  },
  ContactOut: {
    read: (json) => readContactOut(ok(json), paidAsked('contactout', linkedIn, 2)),
    good: {
      profile: { url, personal_email: ['jane@x.example.org'], phone: ['+12025550143'], github: ['jane'] },
    },
  },
  RocketReach: {
    read: (json) => readRocketReach(json, paidAsked('rocketreach', linkedIn, 11)),
    good: {
      id: 1,
      status: 'complete',
      linkedin_url: url,
      emails: [{ email: 'jane@x.example.org', grade: 'A', smtp_valid: 'valid' }],
      phones: [{ e164: '+12025550143', grade: 'A' }],
    },
  },
  Prospeo: {
    read: (json) => readProspeo(ok(json), paidAsked('prospeo', linkedIn, 10)),
    good: {
      error: false,
      person: {
        linkedin_url: url,
        email: { status: 'VERIFIED', revealed: true, email: 'jane@x.example.org' },
      },
    },
  },
  FullContact: {
    read: (json) => readFullContact(ok(json), paidAsked('fullcontact', linkedIn, 1)),
    good: {
      linkedin: url,
      details: {
        emails: [{ label: 'work', value: 'jane@x.example.org' }],
        phones: [{ value: '+12025550143' }],
      },
    },
  },
  Hunter: {
    read: (json) => readHunter(ok(json), paidAsked('hunter', linkedIn, 1)),
    good: {
      data: {
        linkedin_url: url,
        email: 'jane@x.example.org',
        sources: [{ uri: 'https://x.example.org/', extracted_on: '2025-01-01' }],
      },
    },
  },
};

const outcomes = new Set([
  'found',
  'not_found',
  'not_applicable',
  'pending',
  'refused',
  'rate_limited',
  'out_of_credits',
  'misconfigured',
  'error',
]);

/** What a reader may give: an outcome whose every value has its provenance, or what the next call needs. */
function check(read: unknown): void {
  if (read === null || typeof read === 'string' || !Object.hasOwn(read as object, 'outcome')) return;
  const outcome = read as Outcome;
  assert.ok(outcomes.has(outcome.outcome));
  if (outcome.outcome !== 'found') return;
  for (const value of [...outcome.emails, ...outcome.phones, ...outcome.links]) {
    assert.ok(value.sources.length > 0);
    for (const { seen_at } of value.sources) assert.equal(new Date(seen_at).toISOString(), seen_at);
  }
  for (const { address } of outcome.emails) assert.match(address, /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  for (const { number } of outcome.phones) assert.match(number, /\d/);
  for (const text of Object.values(outcome.person)) assert.ok(text === null || typeof text === 'string');
}

/** Puts something else in the place of one part of a good answer. */
function spoilt(good: unknown, path: number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof good !== 'object' || good === null) return other;
  const keys = Object.keys(good);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return other;
  const inside = spoilt((good as Record<string, unknown>)[key], rest, other);
  return Array.isArray(good)
    ? good.map((entry, at) => (String(at) === key ? inside : entry))
    : { ...good, [key]: inside };
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
});

for (const [name, { read, good }] of Object.entries(readers)) {
  test(`${name}: a good answer is read`, () => {
    const outcome = read(good);
    assert.ok(outcome !== null);
    check(outcome);
  });

  test(`${name}: any value at all is read without a fault`, () => {
    fc.assert(fc.property(anything, (value) => check(read(value))));
    fc.assert(fc.property(fc.jsonValue(), (value) => check(read(value))));
  });

  test(`${name}: a good answer with any value in the place of any part is read without a fault`, () => {
    const path = fc.array(fc.nat({ max: 12 }), { maxLength: 5 });
    const other = fc.oneof(
      anything,
      fc.constantFrom<unknown>(true, '', ' ', [], {}, 'x@y', Number.POSITIVE_INFINITY, '\u0000', url, [
        'a@b.example.org',
      ]),
    );
    fc.assert(
      fc.property(path, other, (steps, value) => check(read(spoilt(good, steps, value)))),
      { numRuns: 300 },
    );
  });
}

const paidReaders = {
  'People Data Labs': (answer: Answer) =>
    readPersonEnrichment(answer, paidAsked('people_data_labs', linkedIn, 1)),
  ContactOut: (answer: Answer) => readContactOut(answer, paidAsked('contactout', linkedIn, 2)),
  Prospeo: (answer: Answer) => readProspeo(answer, paidAsked('prospeo', linkedIn, 10)),
  FullContact: (answer: Answer) => readFullContact(answer, paidAsked('fullcontact', linkedIn, 1)),
  Hunter: (answer: Answer) => readHunter(answer, paidAsked('hunter', linkedIn, 1)),
};
type Answer = Parameters<typeof readHunter>[0];

for (const [name, read] of Object.entries(paidReaders)) {
  test(`${name}: any status with any body is one of the outcomes, and none but 200 is a find`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), anything, (status, json) => {
        const outcome = read({ status, headers: {}, json });
        check(outcome);
        assert.ok(outcome.outcome !== 'found' || status === 200);
      }),
    );
  });
}
