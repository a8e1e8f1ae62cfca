import {
  type ContactSet,
  contactSet,
  emailContact,
  emailType,
  judgeOwnEmail,
  linkContact,
  type Normalised,
  normaliseEmail,
  normaliseLink,
  type Provenance,
  phoneContact,
  seenPerson,
} from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { type ProfileLink, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { countryCode } from './country.ts';
import { emailTypeNamed } from './email-type.ts';
import type { Fault, FileRow, GivenValue } from './file-row.ts';
import { type Origin, originWithOverrides, RowFault, takeOr, textWithin } from './row-texts.ts';

export type JudgedRow =
  /** `faults` are those of single values; the others are in `contacts`. */
  { ok: true; profile: ProfileLink; contacts: ContactSet; faults: Fault[] } | { ok: false; faults: Fault[] };

/**
 * What a row says about whom. A bad value is left out with its reason; a row is rejected where its profile can't be read
 * or where every way to reach the person was bad. No fault repeats a value.
 */
export function judgeRow(row: FileRow, origin: Origin): JudgedRow {
  const faults = [...row.faults];
  const profile = takeOr(faults, null, () => profileOf(row, origin));
  if (profile === null) return { ok: false, faults: faults.slice(-1) };
  const said = originWithOverrides(row, origin, faults);
  const each = <Value>(given: readonly GivenValue[], read: (value: GivenValue) => Value): Value[] =>
    given.flatMap((value) => takeOr<Value[]>(faults, [], () => [read(value)]));
  const contacts = setOf({
    ...personOf(row, said, faults),
    emails: each(row.emails, (given) => emailOf(given, row, said, faults)),
    phones: each(row.phones, (given) => phoneOf(given, row, said, faults)),
    links: each(row.links, (given) => linkOf(given, said, faults)).filter((link) => link.url !== profile.url),
  });
  const isRejected = faults.length > 0 && !hasContacts(contacts);
  return isRejected ? { ok: false, faults } : { ok: true, profile, contacts, faults };
}

/** Whether there is any way to reach the person. */
export const hasContacts = ({ emails, phones, links }: ContactSet): boolean =>
  emails.length + phones.length + links.length > 0;

/** Repeats and order are settled by `contactSet`; of single values there is nothing to settle. */
const setOf = (contacts: ContactSet): ContactSet =>
  contacts.emails.length < 2 && contacts.phones.length < 2 && contacts.links.length < 2
    ? contacts
    : contactSet(contacts);

/** Where a row has no profile column, the first of its links that is a profile is the person's. */
function profileOf({ profile_url: text, links }: FileRow, { codeHosts }: Origin): ProfileLink {
  if (text !== '') {
    const parsed = parseProfileLink(text, codeHosts);
    if (parsed.ok) return parsed.profile;
    const meant =
      parsed.suggestion === null
        ? ''
        : ' It may be a link to something of a person: give the profile itself.';
    throw new RowFault('profile_url', parsed.reason, `${reasonSentence(parsed.reason)}${meant}`);
  }
  for (const link of links) {
    const parsed = parseProfileLink(link.text, codeHosts);
    if (parsed.ok) return parsed.profile;
  }
  throw new RowFault('profile_url', 'profile_url_missing', 'The line names no profile.');
}

function personOf(row: FileRow, { seenAt }: Origin, faults: Fault[]) {
  const joined = [row.first_name, row.middle_name, row.last_name].filter((part) => part !== '').join(' ');
  const within = (column: 'full_name' | 'headline' | 'company' | 'location', text: string) =>
    text === '' ? '' : takeOr(faults, '', () => textWithin(column, text));
  return seenPerson(
    {
      full_name: within('full_name', row.full_name || joined),
      headline: within('headline', row.headline),
      company: within('company', row.company),
      location: within('location', row.location),
    },
    seenAt,
  );
}

// What providers call addresses that nobody has seen (`Extrapolated` is Apollo's word).
const guessed = new Set(['guessed', 'extrapolated', 'possible', 'guess', 'predicted']);

function emailOf(given: GivenValue, row: FileRow, said: Origin, faults: Fault[]) {
  // The status is that of the first address; further ones stand in columns of their own.
  if (given === row.emails[0] && guessed.has(row.email_status.toLowerCase()))
    throw new RowFault('email', 'guessed_email', 'The file says that the address was guessed, not seen.');
  const address = accepted('email', normaliseEmail(given.text));
  const judgement = judgeOwnEmail(address);
  if (!judgement.keep)
    throw new RowFault('email', judgement.reason, dropped[judgement.reason] ?? unreadMailbox);
  const type = takeOr(faults, 'unknown' as const, () => typeNamed(given.type ?? row.email_type));
  return emailContact({ address, type: emailType(address, type) }, [provenanceOf(given, said, faults)]);
}

const unreadMailbox = 'Nobody reads mail to this address.';
const dropped: Partial<Record<string, string>> = {
  noreply: 'The address is a no-reply address: nobody reads mail to it.',
  unknown_suffix: 'The domain of the address ends in no public suffix, such as .com or .co.in.',
  local_host: 'The domain of the address means something in one network only.',
  placeholder: 'The address stands in the place of one: it is a mask or an example.',
};

function typeNamed(word: string) {
  const type = word === '' ? 'unknown' : emailTypeNamed(word);
  if (type) return type;
  throw new RowFault(
    'email_type',
    'invalid_email_type',
    'The type is one of work, personal, role and unknown.',
  );
}

function phoneOf(given: GivenValue, row: FileRow, said: Origin, faults: Fault[]) {
  const country = given.country ?? row.country;
  const isInternational = /^(?:tel:)?\s*(?:\+|00)/i.test(given.text);
  const number = normalisePhone(
    given.text,
    country === '' || isInternational ? undefined : countryCode(country),
  );
  return phoneContact(accepted('phone', number), [provenanceOf(given, said, faults)]);
}

const linkOf = (given: GivenValue, said: Origin, faults: Fault[]) =>
  linkContact(accepted('link', normaliseLink(given.text, said.codeHosts)), [
    provenanceOf(given, said, faults),
  ]);

function accepted<T>(column: string, normalised: Normalised<T>): T {
  if (normalised.ok) return normalised.value;
  throw new RowFault(column, normalised.reason, normalised.detail);
}

function provenanceOf(given: GivenValue, row: Origin, faults: Fault[]): Provenance {
  const { source, url, seenAt } = originWithOverrides(given, row, faults);
  return { source, kind: 'operator_directory', url, seen_at: seenAt };
}
