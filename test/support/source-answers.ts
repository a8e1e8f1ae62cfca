import { readBitbucketUser, readWorkspace } from '#platform/contact-sources/bitbucket/bitbucket.ts';
import { readContactOut } from '#platform/contact-sources/contactout/contactout.ts';
import { readForgejoUser } from '#platform/contact-sources/forgejo/forgejo.ts';
import { readFullContact } from '#platform/contact-sources/fullcontact/fullcontact.ts';
import { readCommits, readGitHub } from '#platform/contact-sources/github/github.ts';
import { accountIn, readGitLabUser } from '#platform/contact-sources/gitlab/gitlab.ts';
import { readGravatar } from '#platform/contact-sources/gravatar/gravatar.ts';
import { readHunter } from '#platform/contact-sources/hunter/hunter.ts';
import { homeOf, readMastodonAccount } from '#platform/contact-sources/mastodon/mastodon.ts';
import { readNpmSearch } from '#platform/contact-sources/npm-registry/npm-registry.ts';
import { readPersonEnrichment } from '#platform/contact-sources/peopledatalabs/peopledatalabs.ts';
import { readProspeo } from '#platform/contact-sources/prospeo/prospeo.ts';
import { readRocketReach } from '#platform/contact-sources/rocketreach/rocketreach.ts';
import { paidAsked, profileOf, requestFor } from './contact-sources.ts';

const at = new Date('2026-11-01T00:00:00Z');
const askedOf = (source: string, link: string) =>
  ({ source, request: requestFor(profileOf(link)), at }) as const;
const linkedIn = 'linkedin.com/in/jane-example';
const url = 'https://www.linkedin.com/in/jane-example';
const uuid = '{5d1f6e0a-1111-4222-8333-444455556666}';
const home = { origin: 'https://social.example.com', name: 'jane', page: 'https://social.example.com/@jane' };
const ok = (json: unknown) => ({ status: 200, headers: {}, json });

export interface SourceAnswer {
  source: string;
  read: (json: unknown) => unknown;
  /** A valid answer, for tests to break. */
  good: unknown;
}

/** How each answer of a source is parsed. The website isn't included, since it has pages instead. */
export const sourceAnswers: Record<string, SourceAnswer> = {
  'GitHub account': {
    source: 'github',
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
    source: 'github',
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
    source: 'github_commits',
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
    source: 'gitlab',
    read: (list) => accountIn(list, askedOf('gitlab', 'gitlab.com/jane')),
    good: [{ id: 1, username: 'jane', state: 'active' }],
  },
  'GitLab user': {
    source: 'gitlab',
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
    source: 'forgejo',
    read: (user) => readForgejoUser(user, askedOf('forgejo', 'codeberg.org/jane')),
    good: { id: 1, login: 'jane', email: 'jane@x.example.org', website: 'https://jane.example.org' },
  },
  'Bitbucket user': {
    source: 'bitbucket',
    read: (user) => readBitbucketUser(user, uuid, askedOf('bitbucket', 'bitbucket.org/jane')),
    good: { uuid, type: 'user', display_name: 'Jane' },
  },
  'Bitbucket workspace': {
    source: 'bitbucket',
    read: (workspace) => readWorkspace(workspace, askedOf('bitbucket', 'bitbucket.org/jane')),
    good: { uuid, slug: 'jane' },
  },
  'npm search': {
    source: 'npm',
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
    source: 'gravatar',
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
    source: 'mastodon',
    read: (finger) => homeOf(finger, 'jane', 'social.example.com'),
    good: { subject: 'acct:jane@social.example.com', aliases: [home.page] },
  },
  'Mastodon account': {
    source: 'mastodon',
    read: (account) => readMastodonAccount(account, askedOf('mastodon', 'github.com/jane'), home),
    good: {
      id: '1',
      username: 'jane',
      note: 'jane@x.example.org',
      fields: [{ value: '<a href="https://github.com/jane">x</a>', verified_at: '2026-01-01' }],
    },
  },
  'People Data Labs': {
    source: 'people_data_labs',
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
    source: 'contactout',
    read: (json) => readContactOut(ok(json), paidAsked('contactout', linkedIn, 2)),
    good: {
      profile: { url, personal_email: ['jane@x.example.org'], phone: ['+12025550143'], github: ['jane'] },
    },
  },
  RocketReach: {
    source: 'rocketreach',
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
    source: 'prospeo',
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
    source: 'fullcontact',
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
    source: 'hunter',
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
