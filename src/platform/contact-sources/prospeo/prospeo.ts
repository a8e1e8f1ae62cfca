import Type, { type Static } from 'typebox';
import { Misfit, maybe, readJson, readOrNull, some, text, yes } from '#core/vendor-json.ts';
import { attested, collectContacts, isSameProfile } from '../source/contact-collector.ts';
import {
  type Answer,
  badInput,
  chargeOf,
  malformed,
  misconfigured,
  noCharge,
  notFound,
  type Outcome,
  outcomeOfStatus,
  possibleCharge,
} from '../source/outcome.ts';
import { type PaidQuery, paidVendor, wantsPhones } from '../source/paid-source.ts';

/**
 * Prospeo, enrich-person. It guesses from patterns and then tests, so we request and accept only verified values, as its claim
 * and not as something it saw. One credit, ten with a mobile. A person already paid for is free forever.
 */
export const prospeo = paidVendor({
  prefix: 'PROSPEO',
  credential: 'API_KEY',
  baseUrl: 'https://api.prospeo.io',

  description: {
    id: 'prospeo',
    title: 'Prospeo',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    limits: { perMinute: null, concurrency: 2, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
    checkPath: '/account-information',
  },
  headers: (token) => ({ 'x-key': token }),
  creditsFor: (wants) => (wants.includes('phones') ? credits.withMobile : credits.email),
  ask: (api, { signal }, asked) =>
    api.client.request({
      method: 'POST',
      path: '/enrich-person',
      body: {
        only_verified_email: true,
        enrich_mobile: wantsPhones(asked),
        only_verified_mobile: wantsPhones(asked),
        data: { linkedin_url: asked.request.profile.url },
      },
      signal,
    }),
  read: readProspeo,
});

const credits = { email: 1, withMobile: 10 } as const;

const shown = { revealed: yes, status: Type.Literal('VERIFIED') };
const Answered = Type.Object({
  error: Type.Literal(false),
  person: some({
    linkedin_url: text(),
    full_name: text(),
    headline: text(1000),
    current_job_title: text(),
    // Contacts that aren't shown, or not verified, don't count.
    email: Type.Object({ ...shown, ...maybe({ email: text() }) }),
    mobile: Type.Object({
      ...shown,
      ...maybe({ mobile_international: text(1000), mobile: text(), mobile_country_code: text(2) }),
    }),
  }),
  ...maybe({ free_enrichment: yes }),
});
const Refused = some({ error_code: text(100) });

/** Every answer but a hit has an `error_code`, mostly with status 400. */
export function readProspeo(answer: Answer, asked: PaidQuery): Outcome {
  const code = readOrNull(Refused, answer.json)?.error_code;
  if (answer.retryAt) return { outcome: 'rate_limited', retryAt: answer.retryAt };
  if (code !== undefined) return outcomeOfCode(code, answer, asked);
  if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
  const answered = readJson(Answered, answer.json);
  if (answered instanceof Misfit) return malformed(answered, possibleCharge(asked.price));
  return readPerson(answered, asked);
}

function outcomeOfCode(code: string, answer: Answer, asked: PaidQuery): Outcome {
  switch (code) {
    case 'NO_MATCH':
      return notFound();
    case 'INSUFFICIENT_CREDITS':
      return { outcome: 'out_of_credits' };
    case 'INVALID_API_KEY':
      return misconfigured('Prospeo rejected the key. It is wrong or no longer valid.');
    case 'ACCOUNT_RESTRICTED':
      return misconfigured('Prospeo has restricted the account.');
    case 'RATE_LIMITED':
      return outcomeOfStatus({ ...answer, status: 429 }, asked.at);
    case 'INTERNAL_ERROR':
      return {
        outcome: 'error',
        code: 'internal_error',
        retryable: true,
        charge: possibleCharge(asked.price),
      };
    case 'INVALID_DATAPOINTS':
    case 'INVALID_REQUEST':
      return badInput;
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

function readPerson({ person, free_enrichment }: Static<typeof Answered>, asked: PaidQuery): Outcome {
  const { email, mobile, full_name, headline, current_job_title } = person;
  const seen = collectContacts(asked);
  seen.email(email?.email, attested, { type: 'work', status: 'verified' });
  const number = mobile?.mobile_international ?? mobile?.mobile;
  seen.phone(number, attested, { country: countryOf(mobile?.mobile_country_code) });

  const units = seen.phones.length > 0 ? credits.withMobile : seen.emails.length;
  const charge = free_enrichment ? noCharge : chargeOf(units, asked.creditPaise, false);
  if (!isSameProfile(person.linkedin_url, asked.request.profile)) return notFound(false, charge);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: { full_name, headline: headline ?? current_job_title },
    charge,
  });
}

const countryOf = (code = ''): string | null => (/^[A-Z]{2}$/i.test(code) ? code.toUpperCase() : null);
