import Type from 'typebox';
import { idText, Misfit, maybe, readJson, texts, word, yes } from '#core/vendor-json.ts';
import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { collectContacts, confidence, type Sighting, type SourceQuery } from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import {
  malformed,
  notApplicable,
  notFound,
  type Outcome,
  outcomeOfFailure,
  outcomeOfStatus,
} from '../source/outcome.ts';
import { appliesOnHosts, type Source, type SourceContext, type SourceDescription } from '../source/source.ts';
import { hostApis, vendor } from '../vendor.ts';

/**
 * codeberg.org and the operator's own Forgejo and Gitea hosts. Without a token they return a made-up address for everyone, so
 * we take only links.
 */
export const forgejoDescription: SourceDescription = {
  id: 'forgejo',
  title: 'Codeberg, Forgejo and Gitea',
  tier: 'free',
  stage: 'profile',
  networks: ['codeberg', 'forgejo'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: { billable: true, storable: true, storeDaysMax: null, attribution: null },
  limits: { perMinute: null, concurrency: 1, spacingMs: 200, timeoutMs: 4000, requestsMax: 2 },
  variables: ['CODEBERG_TOKEN', 'CODEBERG_BASE_URL', 'FORGEJO_HOSTS'],
  checkPath: '/api/v1/user',
};

/** `apis` by host name in profile links. */
export function openForgejo(apis: ReadonlyMap<string, Api>): Source {
  return openFreeSource({
    description: forgejoDescription,
    applies: (request) => appliesOnHosts(forgejoDescription, apis, request),
    async look(context, asked) {
      const api = apis.get(asked.request.profile.host)!;
      const path = `/api/v1/users/${encodeURIComponent(asked.request.profile.handle)}`;
      const user = await getJson(api, context, { path });
      if (isFailure(user)) return outcomeOfFailure(user, asked.at);
      if (user.status === 404) return notFound();
      if (user.status !== 200) return outcomeOfStatus(user, asked.at);
      const outcome = readForgejoUser(user.json, asked);
      return isEmpty(outcome) || !(await isOrganisation(api, context, asked.request.profile.handle))
        ? outcome
        : notApplicable('not_a_person');
    },
  });
}

const isEmpty = (outcome: Outcome): boolean =>
  outcome.outcome !== 'found' || outcome.emails.length + outcome.links.length === 0;

/** `/users` returns organizations as if they were people. Only their own path tells them apart. */
async function isOrganisation(api: Api, context: SourceContext, name: string): Promise<boolean> {
  const answer = await getJson(api, context, { path: `/api/v1/orgs/${encodeURIComponent(name)}` });
  return !isFailure(answer) && answer.status === 200;
}

const User = Type.Object({
  id: idText,
  login: word,
  ...maybe({
    visibility: Type.Union([word, Type.Unknown()]),
    prohibit_login: yes,
    ...texts('email', 'website', 'full_name', 'description', 'location'),
  }),
});

export function readForgejoUser(answer: unknown, asked: SourceQuery): Outcome {
  const { profile } = asked.request;
  const user = readJson(User, answer);
  if (user instanceof Misfit) return malformed(user);
  if (user.login !== profile.handle) return notFound(false);
  // `limited` and `private` profiles are not public, even if our token can read them.
  if (user.visibility !== undefined && user.visibility !== 'public') return notFound();
  if (user.prohibit_login) return notFound();

  const seen = collectContacts(asked);
  const shown: Sighting = {
    kind: 'subject_published',
    confidence: confidence.profileField,
    url: profile.url,
  };
  seen.email(user.email, shown);
  seen.link(user.website, shown, 'claimed');
  return seen.found({
    identity: { match: 'exact_id', id: user.id, url: profile.url },
    person: { full_name: user.full_name, headline: user.description, location: user.location },
  });
}

export const forgejo = vendor({
  descriptions: [forgejoDescription],
  variables: ({ secret, baseUrl, hosts }) => ({
    CODEBERG_TOKEN: secret('Access token for codeberg.org. Without it, Codeberg provides only links.'),
    CODEBERG_BASE_URL: baseUrl('Codeberg', 'https://codeberg.org'),
    FORGEJO_HOSTS: hosts('Your own Forgejo or Gitea hosts, comma-separated, each with its token.'),
  }),
  open({ CODEBERG_TOKEN: token, CODEBERG_BASE_URL: baseUrl, FORGEJO_HOSTS: ownHosts }, way) {
    const hosts = [{ host: 'codeberg.org', token, baseUrl }, ...ownHosts];
    const headers = (own: string) => ({ authorization: `token ${own}` });
    return [openForgejo(hostApis(way, forgejoDescription, hosts, headers))];
  },
  ownHosts: ({ FORGEJO_HOSTS }) => FORGEJO_HOSTS.map(({ host }) => ({ host, software: 'forgejo' })),
});
