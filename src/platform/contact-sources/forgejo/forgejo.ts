import Type from 'typebox';
import { idText, Misfit, maybe, readJson, texts, word, yes } from '#core/vendor-json.ts';
import { collectContacts, publishedAt, type SourceQuery } from '../source/contact-collector.ts';
import { type ApiPlace, type ApiQuery, openApiSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { openTerms, type SourceDescription } from '../source/source.ts';
import { baseUrl, credential, hostApis, ownHosts, vendor } from '../vendor.ts';

/**
 * codeberg.org and the operator's own Forgejo and Gitea hosts. Without a token they return a made-up address for everyone, so
 * we take only links.
 */
const description: SourceDescription = {
  id: 'forgejo',
  title: 'Codeberg, Forgejo and Gitea',
  tier: 'free',
  stage: 'profile',
  networks: ['codeberg', 'forgejo'],
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: openTerms,
  limits: { perMinute: null, concurrency: 1, spacingMs: 200, timeoutMs: 4000, requestsMax: 2 },
  variables: ['CODEBERG_TOKEN', 'CODEBERG_BASE_URL', 'FORGEJO_HOSTS'],
  checkPath: '/api/v1/user',
};

const place: ApiPlace = {
  description,
  async look(asked) {
    const user = await asked.get(`/api/v1/users/${asked.handle}`);
    if (!('json' in user)) return user;
    const outcome = readForgejoUser(user.json, asked);
    return hasValues(outcome) && (await isOrganization(asked)) ? notApplicable('not_a_person') : outcome;
  },
};

const hasValues = (outcome: Outcome): boolean =>
  outcome.outcome === 'found' && outcome.emails.length + outcome.links.length > 0;

/** `/users` returns organizations as if they were people. Only their own path tells them apart. */
const isOrganization = async ({ get, handle }: ApiQuery): Promise<boolean> =>
  'json' in (await get(`/api/v1/orgs/${handle}`));

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
  const shown = publishedAt(profile.url);
  seen.email(user.email, shown);
  seen.link(user.website, shown, 'claimed');
  return seen.found({
    identity: { match: 'exact_id', id: user.id, url: profile.url },
    person: { full_name: user.full_name, headline: user.description, location: user.location },
  });
}

export const forgejo = vendor({
  descriptions: [description],
  variables: {
    CODEBERG_TOKEN: credential('Access token for codeberg.org. Without it, Codeberg provides only links.'),
    CODEBERG_BASE_URL: baseUrl('Codeberg', 'https://codeberg.org'),
    FORGEJO_HOSTS: ownHosts('Your own Forgejo or Gitea hosts, comma-separated, each with its token.'),
  },
  open({ CODEBERG_TOKEN: token, CODEBERG_BASE_URL: baseUrl, FORGEJO_HOSTS: ownHosts }, way) {
    const hosts = [{ host: 'codeberg.org', token, baseUrl }, ...ownHosts];
    const headers = (own: string) => ({ authorization: `token ${own}` });
    return [openApiSource(place, hostApis(way, description, hosts, headers))];
  },
  ownHosts: ({ FORGEJO_HOSTS }) => FORGEJO_HOSTS.map(({ host }) => ({ host, software: 'forgejo' })),
});
