import Type from 'typebox';
import { Misfit, maybe, readJson, readOrNull, some, text, word } from '#core/vendor-json.ts';
import { collectContacts, publishedAt, type SourceQuery } from '../source/contact-collector.ts';
import { type ApiPlace, type ApiQuery, openApiSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { openTerms, type SourceDescription } from '../source/source.ts';
import { baseUrl, bearer, credential, vendor, vendorApi } from '../vendor.ts';

/** bitbucket.org. It has hidden addresses since 2019, so we get only the person's name and website. */
const description: SourceDescription = {
  id: 'bitbucket',
  title: 'Bitbucket',
  tier: 'free',
  stage: 'profile',
  networks: ['bitbucket'],
  fields: ['links'],
  evidence: ['subject_published'],
  terms: openTerms,
  limits: { perMinute: 16, concurrency: 1, spacingMs: 0, timeoutMs: 4000, requestsMax: 2 },
  variables: ['BITBUCKET_TOKEN', 'BITBUCKET_BASE_URL'],
  checkPath: '/2.0/user',
};

const place: ApiPlace = {
  description,
  async look(asked) {
    const uuid = await uuidOf(asked);
    if (typeof uuid !== 'string') return uuid;
    // A team's workspace id is not a user id, so the user lookup finds nothing.
    const missing = asked.request.profile.handle === uuid ? notFound() : notApplicable('not_a_person');
    const user = await asked.get(`/2.0/users/${encodeURIComponent(uuid)}`, {}, { 404: missing });
    return 'json' in user ? readBitbucketUser(user.json, uuid, asked) : user;
  },
};

/** Bitbucket looks up users only by id. A name belongs to a workspace; a personal workspace has its owner's id. */
async function uuidOf(asked: ApiQuery): Promise<string | Outcome> {
  const { handle } = asked.request.profile;
  if (handle.startsWith('{')) return handle;
  const workspace = await asked.get(`/2.0/workspaces/${asked.handle}`);
  return 'json' in workspace ? readWorkspace(workspace.json, asked) : workspace;
}

const uuidForm = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/;

const Workspace = some({ uuid: word, slug: word });

export function readWorkspace(answer: unknown, { request }: SourceQuery): string | Outcome {
  const { uuid = '', slug } = readOrNull(Workspace, answer) ?? {};
  if (!uuidForm.test(uuid)) return malformed();
  return slug === request.profile.handle ? uuid : notFound(false);
}

const User = Type.Object({
  uuid: word,
  ...maybe({ type: word, website: text(), display_name: text(), location: text() }),
});

/** @param uuid the requested id, in braces */
export function readBitbucketUser(answer: unknown, uuid: string, asked: SourceQuery): Outcome {
  const user = readJson(User, answer);
  if (user instanceof Misfit) return malformed(user);
  if (user.uuid !== uuid) return notFound(false);
  if (user.type !== 'user') return notApplicable('not_a_person');

  const { url } = asked.request.profile;
  const seen = collectContacts(asked);
  seen.link(user.website, publishedAt(url), 'claimed');
  return seen.found({
    identity: { match: 'exact_id', id: uuid, url },
    person: { full_name: user.display_name, location: user.location },
  });
}

export const bitbucket = vendor({
  descriptions: [description],
  variables: {
    BITBUCKET_TOKEN: credential('Access token for Bitbucket, for higher limits.'),
    BITBUCKET_BASE_URL: baseUrl('Bitbucket', 'https://api.bitbucket.org'),
  },
  open: ({ BITBUCKET_TOKEN: token, BITBUCKET_BASE_URL: baseUrl }, way) => [
    openApiSource(place, vendorApi(way, description, { token, baseUrl }, bearer(token))),
  ],
});
