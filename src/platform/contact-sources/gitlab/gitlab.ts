import Type, { type Static } from 'typebox';
import { idText, list, Misfit, maybe, readJson, text, texts, word, yes } from '#core/vendor-json.ts';
import {
  type ContactCollector,
  collectContacts,
  publishedAt,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { type ApiPlace, openApiSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { openTerms, type SourceDescription } from '../source/source.ts';
import { baseUrl, credential, hostApis, ownHosts, vendor } from '../vendor.ts';

/** gitlab.com and the operator's own GitLab hosts, each through its own API. */
const description: SourceDescription = {
  id: 'gitlab',
  title: 'GitLab',
  tier: 'free',
  stage: 'profile',
  networks: ['gitlab'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: openTerms,
  limits: { perMinute: 30, concurrency: 2, spacingMs: 0, timeoutMs: 4000, requestsMax: 2 },
  variables: ['GITLAB_TOKEN', 'GITLAB_BASE_URL', 'GITLAB_HOSTS'],
  checkPath: '/api/v4/personal_access_tokens/self',
};

const place: ApiPlace = {
  description,
  async look(asked) {
    const accounts = await asked.get('/api/v4/users', { username: asked.request.profile.handle }, {});
    if (!('json' in accounts)) return accounts;
    const account = accountIn(accounts.json, asked);
    if (typeof account !== 'string') return account;
    const user = await asked.get(`/api/v4/users/${encodeURIComponent(account)}`);
    return 'json' in user ? readGitLabUser(user.json, asked) : user;
  },
};

const Accounts = list(Type.Object({ username: word, ...maybe({ state: word, id: idText }) }), {
  strict: true,
});

/** The id of the account with exactly this name. For an unknown name GitLab returns an empty list. */
export function accountIn(answer: unknown, { request }: SourceQuery): string | Outcome {
  const accounts = readJson(Accounts, answer);
  if (accounts instanceof Misfit) return malformed(accounts);
  const account = accounts.find(({ username }) => username === request.profile.handle);
  if (account?.state !== 'active') return notFound();
  return account.id !== undefined && /^\d+$/.test(account.id) ? account.id : malformed();
}

// People put a handle here, or the whole URL.
const handle = text(300);
const handles = maybe({ linkedin: handle, twitter: handle, github: handle, bluesky: handle, orcid: handle });

const User = Type.Object({
  id: idText,
  username: word,
  ...handles,
  ...maybe({
    bot: yes,
    mastodon: text(300),
    ...texts('public_email', 'website_url', 'name', 'job_title', 'bio', 'organization', 'location'),
  }),
});
type User = Static<typeof User>;

export function readGitLabUser(answer: unknown, asked: SourceQuery): Outcome {
  const { profile } = asked.request;
  const user = readJson(User, answer);
  if (user instanceof Misfit) return malformed(user);
  if (user.bot) return notApplicable('not_a_person');
  if (user.username !== profile.handle) return notFound(false);

  const seen = collectContacts(asked);
  const shown = publishedAt(profile.url);
  seen.email(user.public_email, shown);
  seen.link(user.website_url, shown, 'claimed');
  addAccounts(seen, user, shown);
  const { name, job_title, bio, organization, location } = user;
  return seen.found({
    identity: { match: 'exact_id', id: user.id, url: profile.url },
    person: { full_name: name, headline: job_title ?? bio, company: organization, location },
  });
}

// GitLab expects bare names here, but some people paste the whole URL.
const accountPages: Record<keyof typeof handles, string> = {
  linkedin: 'https://www.linkedin.com/in/',
  twitter: 'https://x.com/',
  github: 'https://github.com/',
  bluesky: 'https://bsky.app/profile/',
  orcid: 'https://orcid.org/',
};
const bareHandle = /^[\p{L}\p{N}_.:%-]{1,200}$/u;
const fediverseHandle = /^@?([\w.-]+)@([a-z\d.-]+\.[a-z\d-]+)$/i;

function addAccounts(seen: ContactCollector, user: User, shown: Sighting): void {
  for (const member of Object.keys(handles) as (keyof typeof handles)[]) {
    const handle = user[member]?.replace(/^@/, '') ?? '';
    const isAddress = handle.includes('/');
    if (isAddress) seen.link(handle, shown, 'claimed');
    else if (bareHandle.test(handle)) seen.link(accountPages[member] + handle, shown, 'claimed');
  }
  const [, name, host] = fediverseHandle.exec(user.mastodon ?? '') ?? [];
  if (name !== undefined) seen.link(`https://${host}/@${name}`, shown, 'claimed');
}

export const gitLab = vendor({
  descriptions: [description],
  variables: {
    GITLAB_TOKEN: credential('Access token for gitlab.com (read_user), for higher limits.'),
    GITLAB_BASE_URL: baseUrl('GitLab', 'https://gitlab.com'),
    GITLAB_HOSTS: ownHosts('Your own GitLab hosts, comma-separated, each with its token if it needs one.'),
  },
  open({ GITLAB_TOKEN: token, GITLAB_BASE_URL: baseUrl, GITLAB_HOSTS: ownHosts }, way) {
    const hosts = [{ host: 'gitlab.com', token, baseUrl }, ...ownHosts];
    return [
      openApiSource(
        place,
        hostApis(way, description, hosts, (own) => ({ 'private-token': own })),
      ),
    ];
  },
  ownHosts: ({ GITLAB_HOSTS }) => GITLAB_HOSTS.map(({ host }) => ({ host, software: 'gitlab' })),
});
