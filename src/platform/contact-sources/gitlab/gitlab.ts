import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import {
  type ContactCollector,
  collectContacts,
  confidence,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { idOf, isObject, type JsonObject, lowerOf, memberOf, textOf } from '../source/read-json.ts';
import { appliesOnHosts, type Source, type SourceDescription } from '../source/source.ts';
import { outcomeOfFailure, outcomeOfStatus } from '../source/vendor-outcome.ts';

/** gitlab.com and the operator's own GitLab hosts, each through its own API. */
export const gitLabDescription: SourceDescription = {
  id: 'gitlab',
  title: 'GitLab',
  tier: 'free',
  stage: 'profile',
  networks: ['gitlab'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: { billable: true, storable: true, storeDaysMax: null, attribution: null },
  limits: { perMinute: 30, concurrency: 2, spacingMs: 0, timeoutMs: 4000, requestsMax: 2 },
  variables: ['GITLAB_TOKEN', 'GITLAB_BASE_URL', 'GITLAB_HOSTS'],
  checkPath: '/api/v4/personal_access_tokens/self',
};

/** `apis` by host name in profile links. */
export function openGitLab(apis: ReadonlyMap<string, Api>): Source {
  return openFreeSource({
    description: gitLabDescription,
    applies: (request) => appliesOnHosts(gitLabDescription, apis, request),
    async look(context, asked) {
      const api = apis.get(asked.request.profile.host)!;
      const query = { username: asked.request.profile.handle };
      const list = await getJson(api, context, { path: '/api/v4/users', query });
      if (isFailure(list)) return outcomeOfFailure(list, asked.at);
      if (list.status !== 200) return outcomeOfStatus(list, asked.at);
      const account = accountIn(list.json, asked);
      if (typeof account !== 'string') return account;
      const user = await getJson(api, context, { path: `/api/v4/users/${encodeURIComponent(account)}` });
      if (isFailure(user)) return outcomeOfFailure(user, asked.at);
      if (user.status === 404) return notFound();
      return user.status === 200 ? readGitLabUser(user.json, asked) : outcomeOfStatus(user, asked.at);
    },
  });
}

/** The id of the account with exactly this name. For an unknown name GitLab returns an empty list. */
export function accountIn(list: unknown, { request }: SourceQuery): string | Outcome {
  const isList = Array.isArray(list) && list.every((entry) => textOf(memberOf(entry, 'username')) !== null);
  if (!isList) return malformed();
  const account = list.find((entry) => lowerOf(memberOf(entry, 'username')) === request.profile.handle);
  if (account === undefined) return notFound();
  if (lowerOf(memberOf(account, 'state')) !== 'active') return notFound();
  const id = idOf(memberOf(account, 'id'));
  return id !== null && /^\d+$/.test(id) ? id : malformed();
}

export function readGitLabUser(user: unknown, asked: SourceQuery): Outcome {
  const { profile } = asked.request;
  const id = idOf(memberOf(user, 'id'));
  if (!isObject(user) || id === null || textOf(user.username) === null) return malformed();
  if (user.bot === true) return notApplicable('not_a_person');
  if (lowerOf(user.username) !== profile.handle) return notFound(false);

  const seen = collectContacts(asked);
  const shown: Sighting = {
    kind: 'subject_published',
    confidence: confidence.profileField,
    url: profile.url,
  };
  seen.email(user.public_email, shown);
  seen.link(user.website_url, shown, 'claimed');
  addAccounts(seen, user, shown);
  return seen.found({
    identity: { match: 'exact_id', id, url: profile.url },
    person: {
      full_name: user.name,
      headline: textOf(user.job_title) ?? user.bio,
      company: user.organization,
      location: user.location,
    },
  });
}

// GitLab expects bare names here, but some people paste the whole URL.
const accountPages: Record<string, (handle: string) => string> = {
  linkedin: (handle) => `https://www.linkedin.com/in/${handle}`,
  twitter: (handle) => `https://x.com/${handle}`,
  github: (handle) => `https://github.com/${handle}`,
  bluesky: (handle) => `https://bsky.app/profile/${handle}`,
  orcid: (handle) => `https://orcid.org/${handle}`,
};
const bareHandle = /^[\p{L}\p{N}_.:%-]{1,200}$/u;
const fediverseHandle = /^@?([\w.-]+)@([a-z\d.-]+\.[a-z\d-]+)$/i;

function addAccounts(seen: ContactCollector, user: JsonObject, shown: Sighting): void {
  for (const [member, pageOf] of Object.entries(accountPages)) {
    const text = textOf(user[member], 300)?.replace(/^@/, '') ?? '';
    const isAddress = /[./]/.test(text) && text.includes('/');
    if (isAddress) seen.link(text, shown, 'claimed');
    else if (bareHandle.test(text)) seen.link(pageOf(text), shown, 'claimed');
  }
  const [, name, host] = fediverseHandle.exec(textOf(user.mastodon, 300) ?? '') ?? [];
  if (name !== undefined) seen.link(`https://${host}/@${name}`, shown, 'claimed');
}
