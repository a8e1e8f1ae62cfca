import type { VendorResult } from '#platform/outgoing/index.ts';
import type { Api } from '../source/conditional-get.ts';
import { collectContacts, confidence, type Sighting } from '../source/contact-collector.ts';
import { malformed, noCharge, notFound, type Outcome } from '../source/outcome.ts';
import { defaultTerms, type PaidQuery, type PaidVendor } from '../source/paid-source.ts';
import {
  instantOf,
  isObject,
  type JsonObject,
  listOf,
  lowerOf,
  memberOf,
  textOf,
} from '../source/read-json.ts';
import { isSameProfile } from '../source/same-profile.ts';
import type { SourceContext } from '../source/source.ts';
import { type Answer, chargeOf, outcomeOfStatus, possibleCharge } from '../source/vendor-outcome.ts';

/**
 * Hunter, email-finder by LinkedIn handle. It returns the likeliest address, found or guessed from a pattern. We accept it only
 * with the pages it was seen on, and those are its provenance. One credit per address.
 */
export const hunter: PaidVendor = {
  description: {
    id: 'hunter',
    title: 'Hunter',
    tier: 'paid',
    stage: 'paid',
    networks: ['linkedin'],
    fields: ['emails'],
    evidence: ['provider_observed'],
    terms: defaultTerms,
    limits: { perMinute: 500, concurrency: 4, spacingMs: 70, timeoutMs: 8000, requestsMax: 20 },
    variables: ['HUNTER_API_KEY', 'HUNTER_CREDIT_PAISE', 'HUNTER_BASE_URL'],
    checkPath: '/v2/account',
  },
  headers: (token) => ({ 'x-api-key': token }),
  creditsFor: () => 1,
  accepts: ({ profile }) => !profile.handle.includes('/'),
  ask: findEmail,
  read: readHunter,
  poll: findEmail,
  readPoll: (answer, asked) => readHunter(answer, asked),
};

const ticket = 'same-question';
const pollAfterMs = 3000;

/** To get an answer that was still in progress, you ask again with the same handle. */
function findEmail(api: Api, { signal }: SourceContext, { request }: PaidQuery): Promise<VendorResult> {
  return api.client.request({
    path: '/v2/email-finder',
    query: { linkedin_handle: request.profile.handle, max_duration: 6 },
    signal,
  });
}

export function readHunter(answer: Answer, asked: PaidQuery): Outcome {
  switch (answer.status) {
    case 200:
      return readAddress(answer.json, asked);
    case 202:
      return { outcome: 'pending', ticket, pollAfterMs, charge: noCharge };
    case 404:
      return notFound();
    case 400:
      return { outcome: 'error', code: 'bad_input', retryable: false, charge: noCharge };
    case 403:
    case 429:
      return tooMuch(answer, asked);
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

/** Copies of their documentation disagree on which status means the pace and which the plan, so the text decides. */
function tooMuch(answer: Answer, asked: PaidQuery): Outcome {
  const [error] = listOf(memberOf(answer.json, 'errors'));
  const words = `${lowerOf(memberOf(error, 'id'))} ${lowerOf(memberOf(error, 'details'))}`;
  if (/usage|quota|credit|billing|plan/.test(words)) return { outcome: 'out_of_credits' };
  return outcomeOfStatus({ ...answer, status: 429 }, asked.at);
}

function readAddress(body: unknown, asked: PaidQuery): Outcome {
  const data = memberOf(body, 'data');
  if (!isObject(data)) return malformed(possibleCharge(asked.price));
  const isCharged = textOf(data.email) !== null;
  const charge = isCharged ? chargeOf(1, asked.creditPaise, false) : noCharge;
  const isSame = !isSomeoneElse(data, asked) && echoes(body, data, asked);
  if (!isSame) return notFound(false, charge);

  const seen = collectContacts(asked);
  const status = lowerOf(memberOf(data.verification, 'status'));
  if (status !== 'invalid' && status !== 'disposable') {
    seen.email(data.email, sightings(data), {
      type: status === 'webmail' ? 'personal' : 'work',
      status: statusOf(status),
      verified_at: instantOf(memberOf(data.verification, 'date'), asked.at),
      first_seen: earliest(data, asked.at),
    });
  }
  if (seen.emails.length === 0) return notFound(true, charge);
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: {
      full_name: [data.first_name, data.last_name].flatMap((name) => textOf(name) ?? []).join(' '),
      headline: data.position,
      company: data.company,
    },
    // An address that we take is one they charge for.
    charge: chargeOf(1, asked.creditPaise),
  });
}

const isSomeoneElse = ({ linkedin_url }: JsonObject, { request }: PaidQuery): boolean =>
  textOf(linkedin_url) !== null && !isSameProfile(linkedin_url, request.profile);

/** Whether the answer says whom it is about: by profile URL, or by repeating the requested handle. */
const echoes = (body: unknown, { linkedin_url }: JsonObject, { request }: PaidQuery): boolean =>
  isSameProfile(linkedin_url, request.profile) ||
  lowerOf(memberOf(body, 'meta', 'params', 'linkedin_handle')) === request.profile.handle.toLowerCase();

/** The pages that show the address. A guessed address has none, or they are marked `generated`. */
const sightings = ({ sources, source_type }: JsonObject): Sighting[] =>
  lowerOf(source_type) === 'generated'
    ? []
    : listOf(sources).flatMap((source) => {
        const url = textOf(memberOf(source, 'uri'), 2000);
        const isMadeUp = lowerOf(memberOf(source, 'source_type')) === 'generated';
        if (url === null || isMadeUp) return [];
        const seenAt = memberOf(source, 'last_seen_on') ?? memberOf(source, 'extracted_on');
        return [{ kind: 'provider_observed' as const, confidence: confidence.observed, url, seenAt }];
      });

const earliest = ({ sources }: JsonObject, at: Date): string | null =>
  listOf(sources)
    .flatMap((source) => instantOf(memberOf(source, 'extracted_on'), at) ?? [])
    .sort()[0] ?? null;

function statusOf(status: string): 'verified' | 'accept_all' | 'unknown' {
  if (status === 'valid') return 'verified';
  return status === 'accept_all' ? 'accept_all' : 'unknown';
}
