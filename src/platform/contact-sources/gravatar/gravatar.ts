import Type, { type Static } from 'typebox';
import { list, Misfit, readJson, some, text, texts, yes } from '#core/vendor-json.ts';
import {
  type ContactCollector,
  collectContacts,
  isSameProfile,
  publishedAt,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { type ApiPlace, openApiSource } from '../source/free-source.ts';
import { malformed, notFound, type Outcome } from '../source/outcome.ts';
import { openTerms, type SourceDescription } from '../source/source.ts';
import { baseUrl, bearer, credential, unavailable, vendor, vendorApi } from '../vendor.ts';

/**
 * Profiles whose owners proved to Gravatar that a GitHub account is theirs, by signing in there. We search by account, never
 * by the hash of a guessed address. Free with attribution. The search is marked experimental.
 */
const description: SourceDescription = {
  id: 'gravatar',
  title: 'Gravatar',
  tier: 'free',
  stage: 'profile',
  networks: ['github'],
  fields: ['emails', 'phones', 'links'],
  evidence: ['subject_published'],
  terms: { ...openTerms, attribution: 'Profile by Gravatar' },
  limits: { perMinute: 16, concurrency: 2, spacingMs: 0, timeoutMs: 4000, requestsMax: 1 },
  variables: ['GRAVATAR_API_KEY', 'GRAVATAR_BASE_URL'],
};

const place: ApiPlace = {
  description,
  async look(asked) {
    const query = { username: asked.request.profile.handle, service: 'github' };
    const answer = await asked.get('/v3/profiles/search/by-verified-account', query);
    return 'json' in answer ? readGravatar(answer.json, asked) : answer;
  },
};

const Profile = some({
  ...texts('profile_url', 'display_name', 'job_title', 'company', 'location'),
  verified_accounts: list(some({ url: text(), is_hidden: yes }), { most: 50 }),
  links: list(some({ url: text() })),
  section_visibility: some({ hidden_contact_info: yes }),
  contact_info: some({ email: text(), cell_phone: text(), home_phone: text(), work_phone: text() }),
});
const Results = Type.Object({ profiles: list(Profile, { most: 20 }) });
type Profile = Static<typeof Profile>;

/** The search may match loosely, so the profile itself must list the account, and not hide it. */
export function readGravatar(answer: unknown, asked: SourceQuery): Outcome {
  const results = readJson(Results, answer);
  if (results instanceof Misfit) return malformed(results);
  const owner = results.profiles.find((profile) =>
    shownAccounts(profile).some((url) => isSameProfile(url, asked.request.profile)),
  );
  if (owner === undefined) return notFound();
  const url = owner.profile_url;
  if (url === undefined) return malformed();

  const seen = collectContacts(asked);
  const shown = publishedAt(url);
  addContacts(seen, owner, shown);
  for (const link of shownAccounts(owner))
    if (!isSameProfile(link, asked.request.profile)) seen.link(link, shown, 'verified');
  for (const link of owner.links ?? []) seen.link(link.url, shown, 'claimed');
  const { display_name, job_title, company, location } = owner;
  return seen.found({
    identity: { match: 'verified_link', url },
    person: { full_name: display_name, headline: job_title, company, location },
  });
}

const shownAccounts = ({ verified_accounts = [] }: Profile) =>
  verified_accounts.filter(({ is_hidden }) => !is_hidden).map(({ url }) => url);

function addContacts(
  seen: ContactCollector,
  { section_visibility, contact_info = {} }: Profile,
  shown: Sighting,
): void {
  if (section_visibility?.hidden_contact_info) return;
  const { email, cell_phone, home_phone, work_phone } = contact_info;
  seen.email(email, shown);
  for (const number of [cell_phone, home_phone, work_phone]) seen.phone(number, shown);
}

export const gravatar = vendor({
  descriptions: [description],
  variables: {
    GRAVATAR_API_KEY: credential('API key for Gravatar. Without it, Gravatar is not used.'),
    GRAVATAR_BASE_URL: baseUrl('Gravatar', 'https://api.gravatar.com'),
  },
  open: ({ GRAVATAR_API_KEY: token, GRAVATAR_BASE_URL: baseUrl }, way) => [
    token === ''
      ? unavailable('gravatar', 'GRAVATAR_API_KEY is not set.')
      : openApiSource(place, vendorApi(way, description, { token, baseUrl }, bearer(token))),
  ],
});
