import Type, { type Static } from 'typebox';
import {
  idText,
  list,
  Misfit,
  maybe,
  readJson,
  readOrNull,
  some,
  text,
  texts,
  word,
  yes,
} from '#core/vendor-json.ts';
import { collectContacts, confidence, publishedAt, type SourceQuery } from '../source/contact-collector.ts';
import { type ApiPlace, type ApiQuery, type Fetched, openApiSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { instantOf } from '../source/seen-values.ts';
import { openTerms, type SourceDescription } from '../source/source.ts';
import { baseUrl, bearer, credential, onOrOff, unavailable, vendor, vendorApi } from '../vendor.ts';

/**
 * github.com's REST API. Not billable: GitHub's Acceptable Use Policies §7 forbid selling data from it. It needs a token, since
 * only signed-in callers see addresses. Its documentation asks for one request at a time.
 */
const description: SourceDescription = {
  id: 'github',
  title: 'GitHub',
  tier: 'free',
  stage: 'profile',
  networks: ['github'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: { ...openTerms, billable: false },
  limits: { perMinute: 83, concurrency: 1, spacingMs: 0, timeoutMs: 5000, requestsMax: 3 },
  variables: ['GITHUB_TOKEN', 'GITHUB_BASE_URL'],
  checkPath: '/rate_limit',
};

const gitHubHeaders = (token: string): Record<string, string> => ({
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  ...bearer(token),
});

const place: ApiPlace = {
  description,
  async look(asked) {
    const user = await asked.get(`/users/${asked.handle}`);
    if (!('json' in user)) return user;
    const account = readOrNull(User, user.json);
    return account && isPerson(account)
      ? addExtras(asked, user.json, account.email === undefined)
      : readGitHub({ user: user.json }, asked);
  },
};

/** Always reads linked accounts. Reads signing keys only while no address is known, since they cost a request. */
async function addExtras(asked: ApiQuery, user: unknown, hasNoEmail: boolean): Promise<Outcome> {
  const list = (path: string) => asked.get(`/users/${asked.handle}${path}`, { per_page: 100 });
  const social = await list('/social_accounts');
  const wantsKeys = asked.request.wants.includes('emails') && hasNoEmail;
  const keys = wantsKeys ? await list('/gpg_keys') : { json: null };
  const complete = 'json' in social && 'json' in keys;
  return readGitHub({ user, social: jsonOf(social), keys: jsonOf(keys), complete }, asked);
}

const jsonOf = (fetched: Fetched): unknown => ('json' in fetched ? fetched.json : null);

const User = Type.Object({
  id: idText,
  login: word,
  type: text(),
  ...maybe({ ...texts('name', 'bio', 'company', 'location', 'email', 'blog'), twitter_username: text(50) }),
});
const Accounts = list(some({ url: text() }));
const KeyEmails = list(some({ email: text(), verified: yes }), { most: 20 });
const Keys = list(some({ revoked: yes, expires_at: text(), emails: KeyEmails }));

const isPerson = ({ type, login }: Static<typeof User>): boolean =>
  type === 'User' && !login.endsWith('[bot]');

export interface GitHubAnswers {
  user: unknown;
  social?: unknown;
  keys?: unknown;
  complete?: boolean;
}

/** What an account shows: its own fields, its linked accounts, and the verified addresses of its signing keys. */
export function readGitHub(
  { user: answer, social, keys, complete = true }: GitHubAnswers,
  asked: SourceQuery,
): Outcome {
  const { profile } = asked.request;
  const user = readJson(User, answer);
  if (user instanceof Misfit) return malformed(user);
  if (!isPerson(user)) return notApplicable('not_a_person');
  // A login can pass to another person after a rename, so check that the answer is about the right one.
  if (user.login !== profile.handle) return notFound(false);

  const seen = collectContacts(asked);
  const shown = publishedAt(profile.url);
  seen.email(user.email, shown);
  for (const address of provenKeyAddresses(keys, asked.at)) {
    seen.email(address, { ...shown, confidence: confidence.verifiedKey, url: `${profile.url}.gpg` });
  }
  seen.link(user.blog, shown, 'claimed');
  const { id, name, bio, company, location, twitter_username: x } = user;
  if (x !== undefined) seen.link(`https://x.com/${x}`, shown, 'claimed');
  for (const { url } of readOrNull(Accounts, social) ?? []) seen.link(url, shown, 'claimed');

  return seen.found({
    identity: { match: 'exact_id', id, url: profile.url },
    person: { full_name: name, headline: bio, company, location },
    complete,
  });
}

/** GitHub marks a key's address as verified if it is a verified address of the account. */
const provenKeyAddresses = (keys: unknown, at: Date): unknown[] =>
  (readOrNull(Keys, keys) ?? [])
    // `instantOf` accepts only past instants, which is what "expired" means.
    .filter(({ revoked, expires_at }) => revoked === undefined && instantOf(expires_at, at) === null)
    .flatMap(({ emails = [] }) => emails)
    .filter(({ verified }) => verified)
    .map(({ email }) => email);

/**
 * Addresses in the commits of a person's own repositories. People don't commit in order to be contacted, so this is off by default,
 * and what it finds is `incidental`.
 */
const commitsDescription: SourceDescription = {
  ...description,
  id: 'github_commits',
  title: 'GitHub commits',
  stage: 'derived',
  fields: ['emails'],
  evidence: ['incidental'],
  limits: { ...description.limits, requestsMax: 3 },
  variables: ['GITHUB_COMMITS', 'GITHUB_TOKEN', 'GITHUB_BASE_URL'],
};

const repositoriesAsked = 2;
const addressesMax = 3;

const commitsPlace: ApiPlace = {
  description: commitsDescription,
  async look(asked) {
    const query = { type: 'owner', sort: 'pushed', per_page: 20 };
    const repositories = await asked.get(`/users/${asked.handle}/repos`, query);
    return 'json' in repositories ? readRepositories(asked, repositories.json) : repositories;
  },
};

const Repositories = list(
  Type.Object({ name: text(), ...maybe({ owner: some({ login: word }), fork: yes, archived: yes }) }),
  { strict: true },
);

async function readRepositories(asked: ApiQuery, answer: unknown): Promise<Outcome> {
  const repositories = readJson(Repositories, answer);
  if (repositories instanceof Misfit) return malformed(repositories);
  const author = asked.request.profile.handle;
  const commits: unknown[] = [];
  let complete = true;
  for (const name of ownRepositories(repositories, author).slice(0, repositoriesAsked)) {
    const path = `/repos/${asked.handle}/${encodeURIComponent(name)}/commits`;
    // GitHub returns 409 for a repository without commits.
    const answer = await asked.get(path, { author, per_page: 30 }, { 409: notFound() });
    if ('json' in answer) commits.push(...(readOrNull(list(Type.Unknown()), answer.json) ?? []));
    else complete &&= answer.outcome === 'not_found';
  }
  return readCommits(commits, asked, complete);
}

/** The repositories with the account's own work. A fork contains other people's commits. */
const ownRepositories = (repositories: Static<typeof Repositories>, account: string): string[] =>
  repositories
    .filter(({ owner, fork, archived }) => owner?.login === account && !fork && !archived)
    .map(({ name }) => name)
    .filter((name) => name.length <= 100 && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));

const Commits = list(
  some({
    html_url: text(),
    author: some({ login: word, id: idText }),
    committer: some({ login: word }),
    parents: list(Type.Unknown()),
    commit: some({ author: some({ email: text(), date: text() }) }),
  }),
);
type Commit = Static<typeof Commits>[number];

/**
 * GitHub names an account as a commit's author if the commit's address belongs to that account, which is strong evidence. The
 * name and address in the commit itself prove nothing.
 */
export function readCommits(commits: unknown, asked: SourceQuery, complete = true): Outcome {
  const { profile } = asked.request;
  const own = (readOrNull(Commits, commits) ?? []).filter((commit) => isOwnCommit(commit, profile.handle));
  const ids = new Set(own.map(({ author }) => author?.id));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined) return notFound(false);

  const seen = collectContacts(asked);
  for (const { commit, html_url: url } of own) {
    if (seen.emails.length === addressesMax) break;
    const how = { kind: 'incidental', confidence: confidence.commit, url } as const;
    seen.email(commit?.author?.email, { ...how, seenAt: commit?.author?.date });
  }
  if (seen.emails.length === 0) return notFound(complete);
  return seen.found({ identity: { match: 'exact_id', id, url: profile.url }, complete });
}

/** GitHub's `web-flow` commits merges made on the website, which says nothing about who merged. */
function isOwnCommit({ author, committer, parents = [] }: Commit, handle: string): boolean {
  const isWebMerge = committer?.login === 'web-flow' && parents.length > 1;
  return author?.login === handle && !isWebMerge;
}

export const gitHub = vendor({
  descriptions: [description, commitsDescription],
  variables: {
    GITHUB_TOKEN: credential(
      'Personal access token for GitHub, without any scopes. Without it, GitHub is not used.',
    ),
    GITHUB_BASE_URL: baseUrl('GitHub', 'https://api.github.com'),
    GITHUB_COMMITS: onOrOff("Whether to use addresses in the commits of a person's own repositories.", false),
  },
  open({ GITHUB_TOKEN: token, GITHUB_BASE_URL: baseUrl, GITHUB_COMMITS: readsCommits }, way) {
    if (token === '') {
      return [
        unavailable('github', 'GITHUB_TOKEN is not set. GitHub shows addresses only to signed-in callers.'),
        unavailable('github_commits', 'GITHUB_TOKEN is not set.'),
      ];
    }
    const api = vendorApi(way, description, { token, baseUrl }, gitHubHeaders(token));
    // Both use one client, so that they share one pace and one rate limit.
    return [
      openApiSource(place, api),
      readsCommits
        ? openApiSource(commitsPlace, api)
        : unavailable('github_commits', 'GITHUB_COMMITS is off.'),
    ];
  },
});
