import Type, { type Static } from 'typebox';
import { list, Misfit, maybe, readJson, readOrNull, some, text, texts, word } from '#core/vendor-json.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import type { Api } from '../source/conditional-get.ts';
import { collectContacts, confidence, isSameProfile, type Sighting } from '../source/contact-collector.ts';
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
import { instantOf } from '../source/seen-values.ts';
import type { SourceContext } from '../source/source.ts';

/**
 * Hunter, email-finder by LinkedIn handle. It returns the likeliest address, found or guessed from a pattern. We accept it only
 * with the pages it was seen on, and those are its provenance. One credit per address.
 */
export const hunter = paidVendor({
  prefix: 'HUNTER',
  credential: 'API_KEY',
  baseUrl: 'https://api.hunter.io',

  description: {
    id: 'hunter',
    title: 'Hunter',
    networks: ['linkedin'],
    fields: ['emails'],
    evidence: ['provider_observed'],
    limits: { perMinute: 500, concurrency: 4, spacingMs: 70, timeoutMs: 8000, requestsMax: 20 },
    checkPath: '/v2/account',
  },
  headers: (token) => ({ 'x-api-key': token }),
  creditsFor: () => 1,
  accepts: ({ profile }) => !profile.handle.includes('/'),
  ask: findEmail,
  read: readHunter,
  poll: findEmail,
  readPoll: (answer, asked) => readHunter(answer, asked),
});

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
      return badInput;
    case 403:
    case 429:
      return tooMuch(answer, asked);
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

const Errors = some({ errors: list(some({ id: word, details: word })) });

/** Copies of their documentation disagree on which status means the pace and which the plan, so the text decides. */
function tooMuch(answer: Answer, asked: PaidQuery): Outcome {
  const [error] = readOrNull(Errors, answer.json)?.errors ?? [];
  const words = `${error?.id} ${error?.details}`;
  if (/usage|quota|credit|billing|plan/.test(words)) return { outcome: 'out_of_credits' };
  return outcomeOfStatus({ ...answer, status: 429 }, asked.at);
}

const Page = some({ uri: text(), source_type: word, last_seen_on: text(), extracted_on: text() });
const Answered = Type.Object({
  data: some({
    email: text(),
    first_name: text(1000),
    last_name: text(1000),
    ...texts('position', 'company', 'linkedin_url'),
    source_type: word,
    sources: list(Page),
    verification: some({ status: word, date: text() }),
  }),
  ...maybe({ meta: some({ params: some({ linkedin_handle: word }) }) }),
});
type Answered = Static<typeof Answered>;

function readAddress(body: unknown, asked: PaidQuery): Outcome {
  const answered = readJson(Answered, body);
  if (answered instanceof Misfit) return malformed(answered, possibleCharge(asked.price));
  const { data } = answered;
  const charge = data.email === undefined ? noCharge : chargeOf(1, asked.creditPaise, false);
  if (!isAboutThem(answered, asked)) return notFound(false, charge);

  const seen = collectContacts(asked);
  const { status = '', date } = data.verification ?? {};
  if (status !== 'invalid' && status !== 'disposable') {
    seen.email(data.email, sightings(data), {
      type: status === 'webmail' ? 'personal' : 'work',
      status: statusOf(status),
      verified_at: instantOf(date, asked.at),
      first_seen: earliest(data, asked.at),
    });
  }
  if (seen.emails.length === 0) return notFound(true, charge);
  return seen.found({
    identity: { match: 'same_url', url: asked.request.profile.url },
    person: {
      full_name: [data.first_name, data.last_name].filter(Boolean).join(' '),
      headline: data.position,
      company: data.company,
    },
    // An address that we take is one they charge for.
    charge: chargeOf(1, asked.creditPaise),
  });
}

/** Whether the answer says whom it is about: by profile URL, or without one by repeating the requested handle. */
const isAboutThem = ({ data, meta }: Answered, { request: { profile } }: PaidQuery): boolean =>
  data.linkedin_url === undefined
    ? meta?.params?.linkedin_handle === profile.handle.toLowerCase()
    : isSameProfile(data.linkedin_url, profile);

/** The pages that show the address. A guessed address has none, or they are marked `generated`. */
const sightings = ({ sources = [], source_type }: Answered['data']): Sighting[] =>
  source_type === 'generated'
    ? []
    : sources
        .filter((page) => page.uri !== undefined && page.source_type !== 'generated')
        .map(({ uri, last_seen_on, extracted_on }) => ({
          kind: 'provider_observed',
          confidence: confidence.observed,
          url: uri,
          seenAt: last_seen_on ?? extracted_on,
        }));

const earliest = ({ sources = [] }: Answered['data'], at: Date): string | null =>
  sources.flatMap(({ extracted_on }) => instantOf(extracted_on, at) ?? []).sort()[0] ?? null;

function statusOf(status: string): 'verified' | 'accept_all' | 'unknown' {
  if (status === 'valid') return 'verified';
  return status === 'accept_all' ? 'accept_all' : 'unknown';
}
