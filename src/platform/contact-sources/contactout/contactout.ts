import Type, { type Static } from 'typebox';
import { list, Misfit, map, readJson, readOrNull, some, text, word } from '#core/vendor-json.ts';
import { attested, collectContacts, isSameProfile } from '../source/contact-collector.ts';
import {
  type Answer,
  badInput,
  chargeOf,
  malformed,
  misconfigured,
  notFound,
  type Outcome,
  outcomeOfStatus,
} from '../source/outcome.ts';
import { type PaidQuery, paidVendor, wantsEmails, wantsPhones } from '../source/paid-source.ts';

/**
 * ContactOut, single lookup v1. We never ask with `email_type=work`, which makes it guess and test an address. Work addresses
 * count only if it marks them as verified. Emails cost one credit, phones another.
 */
export const contactOut = paidVendor({
  prefix: 'CONTACTOUT',
  credential: 'TOKEN',
  baseUrl: 'https://api.contactout.com',

  description: {
    id: 'contactout',
    title: 'ContactOut',
    networks: ['linkedin'],
    fields: ['emails', 'phones'],
    evidence: ['provider_attested'],
    limits: { perMinute: 1000, concurrency: 4, spacingMs: 0, timeoutMs: 8000, requestsMax: 1 },
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
});

const Profile = some({
  url: text(),
  email: list(Type.Unknown()),
  personal_email: list(Type.Unknown()),
  work_email: list(Type.Unknown()),
  /** By address. */
  work_email_status: map(word),
  phone: list(Type.Unknown()),
  github: list(text(39)),
});
type Profile = Static<typeof Profile>;
const Answered = some({ message: word, profile: Type.Unknown() });

/** Their 400 and 401 are swapped, and the meaning of 403 depends on its message. */
export function readContactOut(answer: Answer, asked: PaidQuery): Outcome {
  const { message = '', profile } = readOrNull(Answered, answer.json) ?? {};
  if (message.includes('sample response')) {
    return misconfigured('The token belongs to a demo account, which returns made-up people.');
  }
  switch (answer.status) {
    case 200:
      return readProfile(profile, asked);
    case 404:
      return notFound();
    case 400:
      return misconfigured('ContactOut rejected the token. It is wrong or no longer valid.');
    case 401:
      return badInput;
    case 403:
      return message.includes('credit') ? { outcome: 'out_of_credits' } : outcomeOfStatus(answer, asked.at);
    default:
      return outcomeOfStatus(answer, asked.at, asked.price);
  }
}

function readProfile(answer: unknown, asked: PaidQuery): Outcome {
  // For a person it doesn't know, it sends an empty list instead of an object.
  if (Array.isArray(answer) && answer.length === 0) return notFound();
  const profile = readJson(Profile, answer);
  if (profile instanceof Misfit)
    return malformed(profile, chargeOf(asked.price.units, asked.creditPaise, false));

  const { personal_email = [], phone = [], github = [] } = profile;
  const seen = collectContacts(asked);
  for (const address of personal_email) seen.email(address, attested, { type: 'personal' });
  for (const address of verifiedWorkEmails(profile)) {
    seen.email(address, attested, { type: 'work', status: 'verified' });
  }
  for (const number of phone) seen.phone(number, attested);
  const charge = chargeOf(creditsIn(profile), asked.creditPaise, false);
  if (!isSameProfile(profile.url, asked.request.profile)) return notFound(false, charge);
  if (seen.emails.length + seen.phones.length === 0) return notFound(true, charge);
  for (const login of github) seen.link(`https://github.com/${login}`, attested, 'claimed');
  return seen.found({ identity: { match: 'same_url', url: asked.request.profile.url }, charge });
}

/** The status is in a map with addresses as keys. */
const verifiedWorkEmails = ({ work_email = [], work_email_status = {} }: Profile): unknown[] =>
  work_email.filter((address) => typeof address === 'string' && work_email_status[address] === 'verified');

/** What they charge: one credit for any email and one for any phone, even if we don't accept the value. */
const creditsIn = ({ email = [], work_email = [], personal_email = [], phone = [] }: Profile): number =>
  Number([email, work_email, personal_email].some(({ length }) => length > 0)) + Number(phone.length > 0);
