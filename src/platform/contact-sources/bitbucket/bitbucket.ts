import Type from 'typebox';
import { Misfit, maybe, readJson, readOrNull, some, text, word } from '#core/vendor-json.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { collectContacts, type SourceQuery } from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import {
  malformed,
  notApplicable,
  notFound,
  type Outcome,
  outcomeOfFailure,
  outcomeOfStatus,
} from '../source/outcome.ts';
import type { Source, SourceContext, SourceDescription } from '../source/source.ts';
import { vendor, vendorApi } from '../vendor.ts';

/** bitbucket.org. It has hidden addresses since 2019, so we get only the person's name and website. */
export const bitbucketDescription: SourceDescription = {
  id: 'bitbucket',
  title: 'Bitbucket',
  tier: 'free',
  stage: 'profile',
  networks: ['bitbucket'],
  fields: ['links'],
  evidence: ['subject_published'],
  terms: { billable: true, storable: true, storeDaysMax: null, attribution: null },
  limits: { perMinute: 16, concurrency: 1, spacingMs: 0, timeoutMs: 4000, requestsMax: 2 },
  variables: ['BITBUCKET_TOKEN', 'BITBUCKET_BASE_URL'],
  checkPath: '/2.0/user',
};

export function openBitbucket(api: Api): Source {
  return openFreeSource({
    description: bitbucketDescription,
    async look(context, asked) {
      const uuid = await uuidOf(api, context, asked);
      if (typeof uuid !== 'string') return uuid;
      const user = await getJson(api, context, { path: `/2.0/users/${encodeURIComponent(uuid)}` });
      // A team's workspace id is not a user id, so the user lookup finds nothing.
      if (isStatus(user, 404))
        return asked.request.profile.handle === uuid ? notFound() : notApplicable('not_a_person');
      if (isFailure(user)) return outcomeOfFailure(user, asked.at);
      return user.status === 200
        ? readBitbucketUser(user.json, uuid, asked)
        : outcomeOfStatus(user, asked.at);
    },
  });
}

const isStatus = (result: VendorResult, status: number): boolean =>
  !isFailure(result) && result.status === status;

/** Bitbucket looks up users only by id. A name belongs to a workspace; a personal workspace has its owner's id. */
async function uuidOf(api: Api, context: SourceContext, asked: SourceQuery): Promise<string | Outcome> {
  const { handle } = asked.request.profile;
  if (handle.startsWith('{')) return handle;
  const workspace = await getJson(api, context, { path: `/2.0/workspaces/${encodeURIComponent(handle)}` });
  if (isFailure(workspace)) return outcomeOfFailure(workspace, asked.at);
  if (workspace.status === 404) return notFound();
  if (workspace.status !== 200) return outcomeOfStatus(workspace, asked.at);
  return readWorkspace(workspace.json, asked);
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
  seen.link(user.website, { kind: 'subject_published', confidence: 95, url }, 'claimed');
  return seen.found({
    identity: { match: 'exact_id', id: uuid, url },
    person: { full_name: user.display_name, location: user.location },
  });
}

export const bitbucket = vendor({
  descriptions: [bitbucketDescription],
  variables: ({ secret, baseUrl }) => ({
    BITBUCKET_TOKEN: secret('Access token for Bitbucket, for higher limits.'),
    BITBUCKET_BASE_URL: baseUrl('Bitbucket', 'https://api.bitbucket.org'),
  }),
  open({ BITBUCKET_TOKEN: token, BITBUCKET_BASE_URL: baseUrl }, way) {
    const headers = { authorization: `Bearer ${token}` };
    return [openBitbucket(vendorApi(way, bitbucketDescription, { token, baseUrl }, headers))];
  },
});
