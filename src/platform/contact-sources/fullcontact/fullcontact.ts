import Type, { type Static } from 'typebox';
import { list, Misfit, map, readJson, readOrNull, some, text, texts, word } from '#core/vendor-json.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import type { Api } from '../source/conditional-get.ts';
import { attested, collectContacts, isSameProfile } from '../source/contact-collector.ts';
import {
  type Answer,
  badInput,
  chargeOf,
  malformed,
  noCharge,
  notFound,
  type Outcome,
  outcomeOfStatus,
  possibleCharge,
} from '../source/outcome.ts';
import { type PaidQuery, paidVendor } from '../source/paid-source.ts';
import type { SourceContext } from '../source/source.ts';

/**
 * FullContact, person.enrich v3, without its inferences. On 202 ("being processed") we send the same request again, as
 * documented. It has no idempotency, so every answered request is charged.
 */
export const fullContact = paidVendor({
  prefix: 'FULLCONTACT',
  credential: 'API_KEY',
  baseUrl: 'https://api.fullcontact.com',

  description: {
    id: 'fullcontact',
    title: 'FullContact',
    networks: ['linkedin', 'github'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    limits: { perMinute: 6000, concurrency: 4, spacingMs: 0, timeoutMs: 8000, requestsMax: 20 },
  },
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  creditsFor: () => 1,
  ask: enrich,
  read: readFullContact,
  poll: enrich,
  readPoll: (answer, asked) => readFullContact(answer, asked),
});

const ticket = 'same-question';
const pollAfterMs = 5000;

function enrich(api: Api, { signal }: SourceContext, { request }: PaidQuery): Promise<VendorResult> {
  const { network, url } = request.profile;
  return api.client.request({
    method: 'POST',
    path: '/v3/person.enrich',
    body: { profiles: [{ service: network, url }], confidence: 'HIGH', infer: false },
    signal,
  });
}

const Refused = some({ message: word });

/** 404 means "searched within the last day and not found". 403 is a bad key or a used-up quota, depending on its message. */
export function readFullContact(answer: Answer, asked: PaidQuery): Outcome {
  const message = readOrNull(Refused, answer.json)?.message ?? '';
  switch (answer.status) {
    case 200:
      return readPerson(answer.json, asked);
    case 202:
      return { outcome: 'pending', ticket, pollAfterMs, charge: noCharge };
    case 404:
      return notFound();
    case 403:
      if (/rate limit/.test(message)) return outcomeOfStatus({ ...answer, status: 429 }, asked.at);
      return /quota|limit|overage/.test(message)
        ? { outcome: 'out_of_credits' }
        : outcomeOfStatus(answer, asked.at);
    case 400:
    case 422:
      return badInput;
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

const Entries = list(some({ value: text(), label: word }));
const Profile = some({ url: text() });
const Person = some({
  ...texts('fullName', 'title', 'organization', 'location', 'updated', 'linkedin', 'twitter', 'website'),
  details: some({
    emails: Entries,
    phones: Entries,
    profiles: Type.Union([map(Profile, { most: 50 }), list(Profile)]),
  }),
});

function readPerson(answer: unknown, asked: PaidQuery): Outcome {
  const person = readJson(Person, answer);
  if (person instanceof Misfit) return malformed(person, possibleCharge(asked.price));
  const charge = chargeOf(asked.price.units, asked.creditPaise, false);
  if (!profileUrls(person).some((url) => isSameProfile(url, asked.request.profile)))
    return notFound(false, charge);

  const seen = collectContacts(asked);
  // The date of the whole record: no part of it can be more recent.
  const how = { ...attested, seenAt: person.updated };
  const { emails = [], phones = [] } = person.details ?? {};
  for (const { value, label } of emails) seen.email(value, how, { type: typeOf(label) });
  for (const { value } of phones) seen.phone(value, how);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  for (const link of [...profileUrls(person), person.website, person.twitter]) {
    if (!isSameProfile(link, asked.request.profile)) seen.link(link, how, 'claimed');
  }
  const { fullName, title, organization, location } = person;
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: { full_name: fullName, headline: title, company: organization, location },
    charge,
  });
}

const profileUrls = ({ linkedin, details }: Static<typeof Person>) => [
  linkedin,
  ...Object.values(details?.profiles ?? {}).map(({ url }) => url),
];

function typeOf(label: string | undefined): 'work' | 'personal' | 'unknown' {
  if (label === 'work') return 'work';
  return label === 'personal' || label === 'home' ? 'personal' : 'unknown';
}
