import {
  type ContactCollector,
  collectContacts,
  confidence,
  type Sighting,
} from '../source/contact-collector.ts';
import { type Charge, malformed, notFound, type Outcome } from '../source/outcome.ts';
import {
  defaultTerms,
  type PaidQuery,
  type PaidVendor,
  wantsEmails,
  wantsPhones,
} from '../source/paid-source.ts';
import {
  idOf,
  instantOf,
  isObject,
  type JsonObject,
  listOf,
  lowerOf,
  memberOf,
  textOf,
} from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import { chargeOf, outcomeOfStatus, possibleCharge } from '../source/vendor-outcome.ts';

/**
 * RocketReach, universal person lookup v2. A lookup may stay pending for a while, and polling is free. It has no idempotency,
 * so the same lookup is charged again.
 */
export const rocketReach: PaidVendor = {
  description: {
    id: 'rocketreach',
    title: 'RocketReach',
    tier: 'paid',
    stage: 'paid',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    terms: defaultTerms,
    limits: { perMinute: 15, concurrency: 2, spacingMs: 100, timeoutMs: 8000, requestsMax: 20 },
    variables: ['ROCKETREACH_API_KEY', 'ROCKETREACH_CREDIT_PAISE', 'ROCKETREACH_BASE_URL'],
    checkPath: '/api/v2/account',
  },
  headers: (token) => ({ 'api-key': token }),
  creditsFor: (wants) =>
    (wants.includes('emails') ? credits.professional + credits.personal : 0) +
    (wants.includes('phones') ? credits.phone : 0),
  ask: (api, { signal }, asked) =>
    api.client.request({
      path: '/api/v2/universal/person/lookup',
      query: {
        linkedin_url: asked.request.profile.url,
        reveal_professional_email: wantsEmails(asked),
        reveal_personal_email: wantsEmails(asked),
        reveal_phone: wantsPhones(asked),
      },
      signal,
    }),
  read: (answer, asked) => {
    if (answer.status === 404) return notFound();
    if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
    return readRocketReach(answer.json, asked);
  },
  poll: (api, { signal }, _asked, ticket) =>
    api.client.request({
      path: '/api/v2/universal/person/check_status',
      query: { ids: ticket },
      idempotent: true,
      signal,
    }),
  readPoll: (answer, asked, ticket) => {
    if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
    const rows = Array.isArray(answer.json) ? answer.json : [answer.json];
    const row = rows.find((person) => idOf(memberOf(person, 'id')) === ticket);
    return row === undefined ? malformed(possibleCharge(asked.price)) : readRocketReach(row, asked);
  },
};

const credits = { professional: 2, personal: 3, phone: 6 } as const;
const pollAfterMs = 3000;
const working = new Set(['progress', 'searching', 'pending', 'waiting', 'not queued', 'queued']);

/** Reads one person, from a lookup or a poll. Addresses shown while the search runs are outdated. */
export function readRocketReach(person: unknown, asked: PaidQuery): Outcome {
  const status = lowerOf(memberOf(person, 'status'));
  const id = idOf(memberOf(person, 'id'));
  if (!isObject(person) || id === null) return malformed(possibleCharge(asked.price));
  if (working.has(status)) {
    return { outcome: 'pending', ticket: id, pollAfterMs, charge: possibleCharge(asked.price) };
  }
  if (status === 'failed') return notFound();
  if (status !== 'complete') return malformed(possibleCharge(asked.price));
  return readComplete(person, asked);
}

function readComplete(person: JsonObject, asked: PaidQuery): Outcome {
  const charge = chargeFor(person, asked);
  if (!isSameProfile(person.linkedin_url, asked.request.profile)) return notFound(false, charge);
  const seen = collectContacts(asked);
  for (const email of listOf(person.emails)) addEmail(seen, email, asked);
  for (const phone of listOf(person.phones)) addPhone(seen, phone);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  if (isObject(person.links))
    for (const link of Object.values(person.links).slice(0, 50)) seen.link(link, attested, 'claimed');
  const { name, current_title, current_employer, location } = person;
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: { full_name: name, headline: current_title, company: current_employer, location },
    charge,
  });
}

const attested: Sighting = { kind: 'provider_attested', confidence: confidence.attested };
const typeOf = { professional: 'work', personal: 'personal', 'role-based': 'role' } as const;

/** Grades from A to F say how sure they are. Anything below A- is an inference. */
const isSure = (value: unknown): boolean => ['a', 'a-'].includes(lowerOf(memberOf(value, 'grade')));

function addEmail(seen: ContactCollector, email: unknown, { at }: PaidQuery): void {
  const isValid = lowerOf(memberOf(email, 'smtp_valid')) === 'valid';
  const type = lowerOf(memberOf(email, 'type'));
  if (!isSure(email) || !isValid || type === 'disposable') return;
  seen.email(memberOf(email, 'email'), attested, {
    type: typeOf[type as keyof typeof typeOf] ?? 'unknown',
    status: 'verified',
    verified_at: instantOf(memberOf(email, 'last_validation_check'), at),
  });
}

function addPhone(seen: ContactCollector, phone: unknown): void {
  if (!isSure(phone) || lowerOf(memberOf(phone, 'validity')) === 'invalid') return;
  seen.phone(textOf(memberOf(phone, 'e164')) ?? memberOf(phone, 'number'), attested);
}

/** They don't report the cost of a lookup. By their price list, each kind of value revealed costs its credits. */
function chargeFor({ emails, phones }: JsonObject, { creditPaise }: PaidQuery): Charge {
  const types = listOf(emails).map((email) => lowerOf(memberOf(email, 'type')));
  const units =
    (types.some((type) => type !== 'personal') ? credits.professional : 0) +
    (types.includes('personal') ? credits.personal : 0) +
    (listOf(phones).length > 0 ? credits.phone : 0);
  return chargeOf(units, creditPaise, false);
}
