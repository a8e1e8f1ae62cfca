import { collectContacts, confidence, type Sighting } from '../source/contact-collector.ts';
import { malformed, misconfigured, notFound, type Outcome } from '../source/outcome.ts';
import {
  defaultTerms,
  type PaidQuery,
  type PaidVendor,
  wantsEmails,
  wantsPhones,
} from '../source/paid-source.ts';
import { isObject, type JsonObject, listOf, lowerOf, memberOf, textOf } from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import { type Answer, chargeOf, outcomeOfStatus } from '../source/vendor-outcome.ts';

/**
 * ContactOut, single lookup v1. We never ask with `email_type=work`, which makes it guess and test an address. Work addresses
 * count only if it marks them as verified. E-mails cost one credit, phones another.
 */
export const contactOut: PaidVendor = {
  description: {
    id: 'contactout',
    title: 'ContactOut',
    tier: 'paid',
    stage: 'paid',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    terms: defaultTerms,
    limits: { perMinute: 1000, concurrency: 4, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
    variables: ['CONTACTOUT_TOKEN', 'CONTACTOUT_CREDIT_PAISE', 'CONTACTOUT_BASE_URL'],
    checkPath: '/v1/stats',
  },
  headers: (token) => ({ authorization: 'basic', token }),
  creditsFor: (wants) => Number(wants.includes('emails')) + Number(wants.includes('phones')),
  ask: (api, { signal }, asked) =>
    api.client.request({
      path: '/v1/people/linkedin',
      query: {
        profile: asked.request.profile.url,
        include_phone: wantsPhones(asked),
        email_type: wantsEmails(asked) ? undefined : 'none',
      },
      signal,
    }),
  read: readContactOut,
};

/** Their 400 and 401 are swapped, and the meaning of 403 depends on its message. */
export function readContactOut(answer: Answer, asked: PaidQuery): Outcome {
  const message = lowerOf(memberOf(answer.json, 'message'));
  if (message.includes('sample response')) {
    return misconfigured('The token belongs to a demo account, which returns made-up people.');
  }
  switch (answer.status) {
    case 200:
      return readProfile(memberOf(answer.json, 'profile'), asked);
    case 404:
      return notFound();
    case 400:
      return misconfigured('ContactOut rejected the token. It is wrong or no longer valid.');
    case 401:
      return {
        outcome: 'error',
        code: 'bad_input',
        retryable: false,
        charge: { units: 0, paise: 0, certain: true },
      };
    case 403:
      return message.includes('credit') ? { outcome: 'out_of_credits' } : outcomeOfStatus(answer, asked.at);
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

function readProfile(profile: unknown, asked: PaidQuery): Outcome {
  // For a person it doesn't know, it sends an empty list instead of an object.
  if (Array.isArray(profile) && profile.length === 0) return notFound();
  if (!isObject(profile)) return malformed(chargeOf(asked.price.units, asked.creditPaise, false));

  const seen = collectContacts(asked);
  for (const address of listOf(profile.personal_email)) seen.email(address, attested, { type: 'personal' });
  for (const address of verifiedWorkEmails(profile)) {
    seen.email(address, attested, { type: 'work', status: 'verified' });
  }
  for (const number of listOf(profile.phone)) seen.phone(number, attested);
  const charge = chargeOf(creditsIn(profile), asked.creditPaise, false);
  if (!isSameProfile(profile.url, asked.request.profile)) return notFound(false, charge);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  for (const login of listOf(profile.github)) {
    const handle = textOf(login, 39);
    if (handle !== null) seen.link(`https://github.com/${handle}`, attested, 'claimed');
  }
  return seen.found({ identity: { match: 'same_url', url: asked.request.profile.url }, charge });
}

const attested: Sighting = { kind: 'provider_attested', confidence: confidence.attested };

/** The status is in a map with addresses as keys. */
function verifiedWorkEmails(profile: JsonObject): unknown[] {
  const isVerified = (address: unknown) =>
    typeof address === 'string' && lowerOf(memberOf(profile.work_email_status, address)) === 'verified';
  return listOf(profile.work_email).filter(isVerified);
}

/** What they charge: one credit for any e-mail and one for any phone, even if we don't accept the value. */
const creditsIn = (profile: JsonObject): number =>
  Number(
    [profile.email, profile.work_email, profile.personal_email].some((list) => listOf(list).length > 0),
  ) + Number(listOf(profile.phone).length > 0);
