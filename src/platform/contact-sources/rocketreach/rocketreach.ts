import Type, { type Static } from 'typebox';
import {
  idText,
  list,
  Misfit,
  map,
  maybe,
  readJson,
  readOrNull,
  some,
  text,
  texts,
  word,
} from '#core/vendor-json.ts';
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
  notFound,
  type Outcome,
  outcomeOfStatus,
  possibleCharge,
} from '../source/outcome.ts';
import { type PaidQuery, paidVendor, wantsEmails, wantsPhones } from '../source/paid-source.ts';
import { instantOf } from '../source/seen-values.ts';

/**
 * RocketReach, universal person lookup v2. A lookup may stay pending for a while, and polling is free. It has no idempotency,
 * so the same lookup is charged again.
 */
export const rocketReach = paidVendor({
  prefix: 'ROCKETREACH',
  credential: 'API_KEY',
  baseUrl: 'https://api.rocketreach.co',

  description: {
    id: 'rocketreach',
    title: 'RocketReach',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    limits: { perMinute: 15, concurrency: 2, spacingMs: 100, timeoutMs: 8000, requestsMax: 20 },
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
  readPoll,
});

export function readPoll(answer: Answer, asked: PaidQuery, ticket: string): Outcome {
  if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
  const rows = Array.isArray(answer.json) ? answer.json : [answer.json];
  const row = rows.find((person) => readOrNull(Person, person)?.id === ticket);
  return row === undefined ? malformed(null, possibleCharge(asked.price)) : readRocketReach(row, asked);
}

const credits = { professional: 2, personal: 3, phone: 6 } as const;
const pollAfterMs = 3000;
const working = new Set(['progress', 'searching', 'pending', 'waiting', 'not queued', 'queued']);

const Email = some({
  email: text(),
  type: word,
  grade: word,
  smtp_valid: word,
  last_validation_check: text(),
});
const Phone = some({ e164: text(1000), number: text(), validity: word, grade: word });
const Person = Type.Object({
  id: idText,
  ...maybe({
    status: word,
    ...texts('linkedin_url', 'name', 'current_title', 'current_employer', 'location'),
    // An entry that doesn't fit costs the same.
    emails: list(Type.Unknown()),
    phones: list(Type.Unknown()),
    links: map(text(), { most: 50 }),
  }),
});
type Person = Static<typeof Person>;

/** Reads one person, from a lookup or a poll. Addresses shown while the search runs are outdated. */
export function readRocketReach(answer: unknown, asked: PaidQuery): Outcome {
  const person = readJson(Person, answer);
  if (person instanceof Misfit) return malformed(person, possibleCharge(asked.price));
  const { id, status = '' } = person;
  if (working.has(status)) {
    return { outcome: 'pending', ticket: id, pollAfterMs, charge: possibleCharge(asked.price) };
  }
  if (status === 'failed') return notFound();
  if (status !== 'complete') return malformed(null, possibleCharge(asked.price));
  return readComplete(person, asked);
}

function readComplete(person: Person, asked: PaidQuery): Outcome {
  const charge = chargeFor(person, asked);
  if (!isSameProfile(person.linkedin_url, asked.request.profile)) return notFound(false, charge);
  const seen = collectContacts(asked);
  for (const email of emailsOf(person)) addEmail(seen, email, asked);
  for (const phone of person.phones ?? []) addPhone(seen, readOrNull(Phone, phone) ?? {});
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  for (const link of Object.values(person.links ?? {})) seen.link(link, attested, 'claimed');
  const { name, current_title, current_employer, location } = person;
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: { full_name: name, headline: current_title, company: current_employer, location },
    charge,
  });
}

const typeOf = { professional: 'work', personal: 'personal', 'role-based': 'role' } as const;

const emailsOf = ({ emails = [] }: Person) => emails.map((email) => readOrNull(Email, email) ?? {});

/** Grades from A to F say how sure they are. Anything below A- is an inference. */
const isSure = ({ grade = '' }: { grade?: string }): boolean => ['a', 'a-'].includes(grade);

function addEmail(seen: ContactCollector, email: Static<typeof Email>, { at }: PaidQuery): void {
  const { email: address, type, smtp_valid, last_validation_check } = email;
  if (!isSure(email) || smtp_valid !== 'valid' || type === 'disposable') return;
  seen.email(address, attested, {
    type: typeOf[type as keyof typeof typeOf] ?? 'unknown',
    status: 'verified',
    verified_at: instantOf(last_validation_check, at),
  });
}

function addPhone(seen: ContactCollector, phone: Static<typeof Phone>): void {
  if (isSure(phone) && phone.validity !== 'invalid') seen.phone(phone.e164 ?? phone.number, attested);
}

/** They don't report the cost of a lookup. By their price list, each kind of value revealed costs its credits. */
function chargeFor(person: Person, { creditPaise }: PaidQuery): Charge {
  const types = emailsOf(person).map(({ type }) => type);
  const units =
    (types.some((type) => type !== 'personal') ? credits.professional : 0) +
    (types.includes('personal') ? credits.personal : 0) +
    (person.phones?.length ? credits.phone : 0);
  return chargeOf(units, creditPaise, false);
}
