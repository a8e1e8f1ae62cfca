import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import {
  type ContactCollector,
  collectContacts,
  confidence,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { malformed, notFound, type Outcome } from '../source/outcome.ts';
import { listOf, memberOf, textOf } from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import type { Source, SourceDescription } from '../source/source.ts';
import { outcomeOfFailure, outcomeOfStatus } from '../source/vendor-outcome.ts';

/**
 * Profiles whose owners proved to Gravatar that a GitHub account is theirs, by signing in there. We search by account, never
 * by the hash of a guessed address. Free with attribution. The search is marked experimental.
 */
export const gravatarDescription: SourceDescription = {
  id: 'gravatar',
  title: 'Gravatar',
  tier: 'free',
  stage: 'profile',
  networks: ['github'],
  fields: ['emails', 'phones', 'links'],
  evidence: ['subject_published'],
  terms: { billable: true, storable: true, storeDaysMax: null, attribution: 'Profile by Gravatar' },
  limits: { perMinute: 16, concurrency: 2, spacingMs: 0, timeoutMs: 4000, requestsMax: 1 },
  variables: ['GRAVATAR_API_KEY', 'GRAVATAR_BASE_URL'],
};

export function openGravatar(api: Api): Source {
  return openFreeSource({
    description: gravatarDescription,
    async look(context, asked) {
      const query = { username: asked.request.profile.handle, service: 'github' };
      const path = '/v3/profiles/search/by-verified-account';
      const answer = await getJson(api, context, { path, query });
      if (isFailure(answer)) return outcomeOfFailure(answer, asked.at);
      if (answer.status === 404) return notFound();
      return answer.status === 200 ? readGravatar(answer.json, asked) : outcomeOfStatus(answer, asked.at);
    },
  });
}

/** The search may match loosely, so the profile itself must list the account, and not hide it. */
export function readGravatar(results: unknown, asked: SourceQuery): Outcome {
  const profiles = memberOf(results, 'profiles');
  if (!Array.isArray(profiles)) return malformed();
  const owner = listOf(profiles, profilesMax).find((profile) =>
    shownAccounts(profile).some((account) => isSameProfile(memberOf(account, 'url'), asked.request.profile)),
  );
  if (owner === undefined) return notFound();
  const url = textOf(memberOf(owner, 'profile_url'));
  if (url === null) return malformed();

  const seen = collectContacts(asked);
  const shown: Sighting = { kind: 'subject_published', confidence: confidence.profileField, url };
  addContacts(seen, owner, shown);
  for (const account of shownAccounts(owner)) {
    const link = memberOf(account, 'url');
    if (!isSameProfile(link, asked.request.profile)) seen.link(link, shown, 'verified');
  }
  for (const link of listOf(memberOf(owner, 'links'))) seen.link(memberOf(link, 'url'), shown, 'claimed');
  return seen.found({
    identity: { match: 'verified_link', url },
    person: {
      full_name: memberOf(owner, 'display_name'),
      headline: memberOf(owner, 'job_title'),
      company: memberOf(owner, 'company'),
      location: memberOf(owner, 'location'),
    },
  });
}

const profilesMax = 20;
const accountsMax = 50;
const shownAccounts = (profile: unknown): unknown[] =>
  listOf(memberOf(profile, 'verified_accounts'), accountsMax).filter(
    (account) => memberOf(account, 'is_hidden') !== true,
  );

function addContacts(seen: ContactCollector, profile: unknown, shown: Sighting): void {
  if (memberOf(profile, 'section_visibility', 'hidden_contact_info') === true) return;
  const contact = memberOf(profile, 'contact_info');
  seen.email(memberOf(contact, 'email'), shown);
  for (const member of ['cell_phone', 'home_phone', 'work_phone'])
    seen.phone(memberOf(contact, member), shown);
}
