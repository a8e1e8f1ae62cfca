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
import type { VendorResult } from '#platform/outgoing/index.ts';
import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { collectContacts, confidence, type Sighting, type SourceQuery } from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { instantOf } from '../source/seen-values.ts';
import type { Source, SourceContext, SourceDescription } from '../source/source.ts';
import { outcomeOfFailure, outcomeOfStatus } from '../source/vendor-outcome.ts';

/**
 * github.com's REST API. Not billable: GitHub's Acceptable Use Policies §7 forbid selling data from it. It needs a token, since
 * only signed-in callers see addresses. Its documentation asks for one request at a time.
 */
export const gitHubDescription: SourceDescription = {
  id: 'github',
  title: 'GitHub',
  tier: 'free',
  stage: 'profile',
  networks: ['github'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: { billable: false, storable: true, storeDaysMax: null, attribution: null },
  limits: { perMinute: 83, concurrency: 1, spacingMs: 0, timeoutMs: 5000, requestsMax: 3 },
  variables: ['GITHUB_TOKEN', 'GITHUB_BASE_URL'],
  checkPath: '/rate_limit',
};

export const gitHubHeaders = (token: string): Record<string, string> => ({
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  authorization: `Bearer ${token}`,
});

export function openGitHub(api: Api): Source {
  return openFreeSource({
    description: gitHubDescription,
    async look(context, asked) {
      const path = `/users/${encodeURIComponent(asked.request.profile.handle)}`;
      const user = await getJson(api, context, { path });
      if (isFailure(user)) return outcomeOfFailure(user, asked.at);
      if (user.status === 404) return notFound();
      if (user.status !== 200) return outcomeOfStatus(user, asked.at);
      const account = readOrNull(User, user.json);
      return account && isPerson(account)
        ? addExtras(api, context, asked, user.json, account.email === undefined)
        : readGitHub({ user: user.json }, asked);
    },
  });
}

/** Always reads linked accounts. Reads signing keys only while no address is known, since they cost a request. */
async function addExtras(
  api: Api,
  context: SourceContext,
  asked: SourceQuery,
  user: unknown,
  hasNoEmail: boolean,
): Promise<Outcome> {
  const account = `/users/${encodeURIComponent(asked.request.profile.handle)}`;
  const list = (path: string) => getJson(api, context, { path: account + path, query: { per_page: 100 } });
  const social = await list('/social_accounts');
  const wantsKeys = asked.request.wants.includes('emails') && hasNoEmail;
  const keys = wantsKeys ? await list('/gpg_keys') : null;
  const complete = [social, keys].every((result) => result === null || isGood(result));
  return readGitHub({ user, social: jsonOf(social), keys: jsonOf(keys), complete }, asked);
}

const isGood = (result: VendorResult): boolean => !isFailure(result) && result.status === 200;
const jsonOf = (result: VendorResult | null): unknown =>
  result && !isFailure(result) && result.status === 200 ? result.json : null;

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
  // A login can pass to somebody else after a rename, so check that the answer is about the right one.
  if (user.login !== profile.handle) return notFound(false);

  const seen = collectContacts(asked);
  const shown: Sighting = {
    kind: 'subject_published',
    confidence: confidence.profileField,
    url: profile.url,
  };
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
