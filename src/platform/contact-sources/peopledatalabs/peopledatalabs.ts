import Type, { type Static } from 'typebox';
import { list, Misfit, readJson, readOrNull, some, text, texts, word, yes } from '#core/vendor-json.ts';
import {
  attested,
  type ContactCollector,
  collectContacts,
  isSameProfile,
} from '../source/contact-collector.ts';
import {
  type Answer,
  type Charge,
  chargeOf,
  malformed,
  misconfigured,
  notFound,
  type Outcome,
  outcomeOfStatus,
} from '../source/outcome.ts';
import { type PaidQuery, paidVendor, wantsEmails, wantsPhones } from '../source/paid-source.ts';
import { instantOf } from '../source/seen-values.ts';

/**
 * People Data Labs, Person Enrichment v5. A miss is a free 404. A match costs one credit, even for the same person again.
 * `possible_*` members are guesses, and we never read them.
 */
export const peopleDataLabs = paidVendor({
  prefix: 'PEOPLE_DATA_LABS',
  credential: 'API_KEY',
  baseUrl: 'https://api.peopledatalabs.com',
  otherUrls: ['https://sandbox.api.peopledatalabs.com'],

  description: {
    id: 'people_data_labs',
    title: 'People Data Labs',
    networks: ['linkedin', 'github', 'gitlab'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    limits: { perMinute: 100, concurrency: 4, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
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
});

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

const Person = some({
  ...texts('full_name', 'job_title', 'job_company_name', 'location_name', 'linkedin_url', 'github_url'),
  profiles: list(some({ url: text() })),
  emails: list(some({ address: text(), type: word, first_seen: text(), last_seen: text() })),
  phones: list(some({ number: text(), first_seen: text(), last_seen: text() })),
  work_email: text(),
  personal_emails: list(text()),
  mobile_phone: text(),
  phone_numbers: list(text()),
});
type Person = Static<typeof Person>;
const Answered = Type.Object({ likelihood: Type.Number(), data: Person });
const contactMembers = {
  ...{ work_email: yes, personal_emails: yes, emails: yes },
  ...{ mobile_phone: yes, phone_numbers: yes, phones: yes },
};
const Masked = some({ data: some(contactMembers) });

export function readPersonEnrichment(answer: Answer, asked: PaidQuery): Outcome {
  if (answer.status === 404) return notFound();
  if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
  const charge = spent(answer, asked);
  const answered = readJson(Answered, answer.json);
  if (answered instanceof Misfit) return malformed(answered, charge);
  const { data: person, likelihood } = answered;
  if (isMasked(answer.json))
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

/** The vendor reports the cost in a header. Without it, assume that a match cost its credit. */
function spent({ headers }: Answer, { creditPaise, price }: PaidQuery): Charge {
  const credits = headers['x-call-credits-spent']?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(credits)
    ? chargeOf(Number(credits), creditPaise)
    : chargeOf(price.units, creditPaise, false);
}

/** On free plans a value is replaced by `true`. */
const isMasked = (json: unknown): boolean => Object.keys(readOrNull(Masked, json)?.data ?? {}).length > 0;

const namesProfile = (person: Person, { request }: PaidQuery): boolean =>
  [person.linkedin_url, person.github_url, ...profileUrls(person)].some((url) =>
    isSameProfile(url, request.profile),
  );

const profileUrls = ({ profiles = [] }: Person) => profiles.map(({ url }) => url);

const typeOf = { current_professional: 'work', professional: 'work', personal: 'personal' } as const;

function addEmails(seen: ContactCollector, person: Person, { at }: PaidQuery): void {
  const { emails = [], work_email = '', personal_emails = [] } = person;
  const disposable = new Set(
    emails.filter(({ type }) => type === 'disposable').map(({ address }) => address?.toLowerCase()),
  );
  for (const { address, type, first_seen, last_seen: seenAt } of emails) {
    if (disposable.has(address?.toLowerCase())) continue;
    seen.email(
      address,
      { ...attested, seenAt },
      {
        type: typeOf[type as keyof typeof typeOf] ?? 'unknown',
        first_seen: instantOf(first_seen, at),
      },
    );
  }
  const bare = [
    { address: work_email, type: 'work' },
    ...personal_emails.map((address) => ({ address, type: 'personal' as const })),
  ] as const;
  for (const { address, type } of bare)
    if (!disposable.has(address.toLowerCase())) seen.email(address, attested, { type });
}

function addPhones(seen: ContactCollector, person: Person, { at }: PaidQuery): void {
  const { phones = [], mobile_phone, phone_numbers = [] } = person;
  for (const { number, first_seen, last_seen: seenAt } of phones)
    seen.phone(number, { ...attested, seenAt }, { first_seen: instantOf(first_seen, at) });
  for (const number of [mobile_phone, ...phone_numbers]) seen.phone(number, attested);
}
