import {
  type ContactCollector,
  collectContacts,
  confidence,
  type Sighting,
} from '../source/contact-collector.ts';
import { type Charge, malformed, misconfigured, notFound, type Outcome } from '../source/outcome.ts';
import {
  defaultTerms,
  type PaidQuery,
  type PaidVendor,
  wantsEmails,
  wantsPhones,
} from '../source/paid-source.ts';
import { instantOf, isObject, type JsonObject, listOf, lowerOf, memberOf } from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import { type Answer, chargeOf, outcomeOfStatus } from '../source/vendor-outcome.ts';

/**
 * People Data Labs, Person Enrichment v5. A miss is a free 404. A match costs one credit, even for the same person again.
 * `possible_*` members are guesses, and we never read them.
 */
export const peopleDataLabs: PaidVendor = {
  description: {
    id: 'people_data_labs',
    title: 'People Data Labs',
    tier: 'paid',
    stage: 'paid',
    networks: ['linkedin', 'github', 'gitlab'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    terms: defaultTerms,
    limits: { perMinute: 100, concurrency: 4, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
    variables: ['PEOPLE_DATA_LABS_API_KEY', 'PEOPLE_DATA_LABS_CREDIT_PAISE', 'PEOPLE_DATA_LABS_BASE_URL'],
  },
  headers: (token) => ({ 'x-api-key': token }),
  creditsFor: () => 1,
  ask: (api, { signal }, asked) =>
    api.client.request({
      path: '/v5/person/enrich',
      query: {
        profile: asked.request.profile.url.replace('https://', ''),
        min_likelihood: likelihoodMin,
        required: requiredFields(asked),
        include_if_matched: true,
        data_include: wantedMembers.join(),
      },
      signal,
    }),
  read: readPersonEnrichment,
};

const likelihoodMin = 6;
const wantedMembers = [
  ...[
    'full_name',
    'job_title',
    'job_company_name',
    'location_name',
    'linkedin_url',
    'github_url',
    'profiles',
  ],
  ...['work_email', 'personal_emails', 'emails', 'mobile_phone', 'phone_numbers', 'phones'],
];

/** A match without the wanted fields would be charged too. With `required` it counts as a free miss. */
const requiredFields = (asked: PaidQuery): string =>
  [wantsEmails(asked) && 'emails', wantsPhones(asked) && 'phone_numbers'].filter(Boolean).join(' OR ');

export function readPersonEnrichment(answer: Answer, asked: PaidQuery): Outcome {
  if (answer.status === 404) return notFound();
  if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
  const charge = spent(answer, asked);
  const person = memberOf(answer.json, 'data');
  const likelihood = memberOf(answer.json, 'likelihood');
  if (!isObject(person) || typeof likelihood !== 'number') return malformed(charge);
  if (isMasked(person))
    return misconfigured("The key's plan shows only whether contacts exist, not the contacts themselves.");
  if (likelihood < likelihoodMin || !namesProfile(person, asked)) return notFound(false, charge);

  const seen = collectContacts(asked);
  addEmails(seen, person, asked);
  addPhones(seen, person, asked);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  for (const link of [person.linkedin_url, person.github_url, ...profileUrls(person)]) {
    if (!isSameProfile(link, asked.request.profile)) seen.link(link, attested, 'claimed');
  }
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: {
      full_name: person.full_name,
      headline: person.job_title,
      company: person.job_company_name,
      location: person.location_name,
    },
    charge,
  });
}

const attested: Sighting = { kind: 'provider_attested', confidence: confidence.attested };

/** The vendor reports the cost in a header. Without it, assume that a match cost its credit. */
function spent({ headers }: Answer, { creditPaise, price }: PaidQuery): Charge {
  const credits = headers['x-call-credits-spent']?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(credits)
    ? chargeOf(Number(credits), creditPaise)
    : chargeOf(price.units, creditPaise, false);
}

/** On free plans a value is replaced by `true`. */
const isMasked = (person: JsonObject): boolean =>
  ['work_email', 'personal_emails', 'emails', 'mobile_phone', 'phone_numbers', 'phones'].some(
    (member) => person[member] === true,
  );

const namesProfile = (person: JsonObject, { request }: PaidQuery): boolean =>
  [person.linkedin_url, person.github_url, ...profileUrls(person)].some((url) =>
    isSameProfile(url, request.profile),
  );

const profileUrls = (person: JsonObject): unknown[] =>
  listOf(person.profiles).map((profile) => memberOf(profile, 'url'));

const typeOf = { current_professional: 'work', professional: 'work', personal: 'personal' } as const;

function addEmails(seen: ContactCollector, person: JsonObject, { at }: PaidQuery): void {
  const listed = listOf(person.emails);
  const disposable = new Set(
    listed.filter((email) => lowerOf(memberOf(email, 'type')) === 'disposable').map(addressOf),
  );
  for (const email of listed) {
    const type = typeOf[lowerOf(memberOf(email, 'type')) as keyof typeof typeOf] ?? 'unknown';
    if (disposable.has(addressOf(email))) continue;
    const how = { ...attested, seenAt: memberOf(email, 'last_seen') };
    seen.email(memberOf(email, 'address'), how, {
      type,
      first_seen: instantOf(memberOf(email, 'first_seen'), at),
    });
  }
  const bare = [
    { address: person.work_email, type: 'work' },
    ...listOf(person.personal_emails).map((address) => ({ address, type: 'personal' as const })),
  ] as const;
  for (const { address, type } of bare)
    if (!disposable.has(lowerOf(address))) seen.email(address, attested, { type });
}

const addressOf = (email: unknown): string => lowerOf(memberOf(email, 'address'));

function addPhones(seen: ContactCollector, person: JsonObject, { at }: PaidQuery): void {
  for (const phone of listOf(person.phones)) {
    const how = { ...attested, seenAt: memberOf(phone, 'last_seen') };
    seen.phone(memberOf(phone, 'number'), how, { first_seen: instantOf(memberOf(phone, 'first_seen'), at) });
  }
  for (const number of [person.mobile_phone, ...listOf(person.phone_numbers)]) seen.phone(number, attested);
}
