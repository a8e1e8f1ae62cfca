import { collectContacts, confidence, type Sighting } from '../source/contact-collector.ts';
import { malformed, misconfigured, noCharge, notFound, type Outcome } from '../source/outcome.ts';
import { defaultTerms, type PaidQuery, type PaidVendor, wantsPhones } from '../source/paid-source.ts';
import { isObject, type JsonObject, memberOf, textOf } from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import { type Answer, chargeOf, outcomeOfStatus, possibleCharge } from '../source/vendor-outcome.ts';

/**
 * Prospeo, enrich-person. It guesses from patterns and then tests, so we request and accept only verified values, as its claim
 * and not as something it saw. One credit, ten with a mobile. A person already paid for is free forever.
 */
export const prospeo: PaidVendor = {
  description: {
    id: 'prospeo',
    title: 'Prospeo',
    tier: 'paid',
    stage: 'paid',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    terms: defaultTerms,
    limits: { perMinute: null, concurrency: 2, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
    variables: ['PROSPEO_API_KEY', 'PROSPEO_CREDIT_PAISE', 'PROSPEO_BASE_URL'],
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
};

const credits = { email: 1, withMobile: 10 } as const;

/** Every answer but a hit has an `error_code`, mostly with status 400. */
export function readProspeo(answer: Answer, asked: PaidQuery): Outcome {
  const code = textOf(memberOf(answer.json, 'error_code'), 100);
  if (answer.retryAt) return { outcome: 'rate_limited', retryAt: answer.retryAt };
  if (code !== null) return outcomeOfCode(code, answer, asked);
  if (answer.status !== 200) return outcomeOfStatus(answer, asked.at, asked.price);
  const person = memberOf(answer.json, 'person');
  if (memberOf(answer.json, 'error') !== false || !isObject(person))
    return malformed(possibleCharge(asked.price));
  return readPerson(person, memberOf(answer.json, 'free_enrichment') === true, asked);
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
      return { outcome: 'error', code: 'bad_input', retryable: false, charge: noCharge };
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

function readPerson(person: JsonObject, isRepeat: boolean, asked: PaidQuery): Outcome {
  const email = isShown(person.email) ? memberOf(person.email, 'email') : null;
  const mobile = isShown(person.mobile)
    ? (textOf(memberOf(person.mobile, 'mobile_international')) ?? memberOf(person.mobile, 'mobile'))
    : null;
  const seen = collectContacts(asked);
  seen.email(email, attested, { type: 'work', status: 'verified' });
  seen.phone(mobile, attested, { country: countryOf(memberOf(person.mobile, 'mobile_country_code')) });

  const units = seen.phones.length > 0 ? credits.withMobile : seen.emails.length;
  const charge = isRepeat ? noCharge : chargeOf(units, asked.creditPaise, false);
  if (!isSameProfile(person.linkedin_url, asked.request.profile)) return notFound(false, charge);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  const { full_name, headline, current_job_title } = person;
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: { full_name, headline: textOf(headline) ?? current_job_title },
    charge,
  });
}

const attested: Sighting = { kind: 'provider_attested', confidence: confidence.attested };

const isShown = (contact: unknown): boolean =>
  memberOf(contact, 'revealed') === true && memberOf(contact, 'status') === 'VERIFIED';

const countryOf = (code: unknown): string | null => {
  const text = textOf(code, 2)?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(text) ? text : null;
};
