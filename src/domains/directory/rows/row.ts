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
import { checkedStatus, emailTypeNamed, isGuessed } from './email-words.ts';
import type { Fault, FileRow, GivenValue } from './file-row.ts';
import { type Origin, originWithOverrides, RowFault, takeOr, textWithin } from './row-texts.ts';

export type JudgedRow =
  /** `faults` concern single values. All other values are in `contacts`. */
  { ok: true; profile: ProfileLink; contacts: ContactSet; faults: Fault[] } | { ok: false; faults: Fault[] };

/**
 * Turns a row into contacts. A bad value is dropped with its reason. The row is rejected when its profile is invalid or every
 * way to reach the person is bad. Faults never repeat a value.
 */
export function judgeRow(row: FileRow, origin: Origin): JudgedRow {
  const faults = [...row.faults];
  const profile = takeOr(faults, null, () => profileOf(row, origin));
  if (profile === null) return { ok: false, faults: faults.slice(-1) };
  const said = originWithOverrides(row, origin, faults);
  const each = <Value>(given: readonly GivenValue[], read: (value: GivenValue) => Value): Value[] => {
    const values: Value[] = [];
    for (const value of given) takeOr(faults, 0, () => values.push(read(value)));
    return values;
  };
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

/** `contactSet` removes repeats and sorts, which a single value doesn't need. */
const setOf = (contacts: ContactSet): ContactSet =>
  contacts.emails.length < 2 && contacts.phones.length < 2 && contacts.links.length < 2
    ? contacts
    : contactSet(contacts);

/** Without a profile column, the first link that is a profile identifies the person. */
function profileOf({ profile_url: text, links }: FileRow, { codeHosts }: Origin): ProfileLink {
  if (text !== '') {
    const parsed = parseProfileLink(text, codeHosts);
    if (parsed.ok) return parsed.profile;
    const meant =
      parsed.suggestion === null
        ? ''
        : ' It may lead to something that belongs to a person. Use the profile itself.';
    throw new RowFault('profile_url', parsed.reason, `${reasonSentence(parsed.reason)}${meant}`);
  }
  for (const link of links) {
    const parsed = parseProfileLink(link.text, codeHosts);
    if (parsed.ok) return parsed.profile;
  }
  throw new RowFault('profile_url', 'profile_url_missing', 'The line has no profile link.');
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
      location: within('location', row.location || placeOf(row)),
    },
    seenAt,
  );
}

/** A country alone is there to read phone numbers by. */
const placeOf = ({ city, state, country }: FileRow): string =>
  city === '' && state === '' ? '' : [city, state, country].filter((part) => part !== '').join(', ');

function emailOf(given: GivenValue, row: FileRow, said: Origin, faults: Fault[]) {
  // A status that belongs to no column by its name describes the first address.
  const status = given.status ?? (given === row.emails[0] ? row.email_status : '');
  if (isGuessed(status))
    throw new RowFault('email', 'guessed_email', 'The file says that the address was guessed, not seen.');
  const address = accepted('email', normaliseEmail(given.text));
  const judgement = judgeOwnEmail(address);
  if (!judgement.keep)
    throw new RowFault('email', judgement.reason, dropped[judgement.reason] ?? unreadMailbox);
  const type = takeOr(faults, 'unknown' as const, () => typeNamed(given.type ?? row.email_type));
  return emailContact({ address, type: emailType(address, type), status: checkedStatus(status) }, [
    provenanceOf(given, said, faults),
  ]);
}

const unreadMailbox = 'Mail to this address has no reader.';
const dropped: Partial<Record<string, string>> = {
  noreply: 'This is a no-reply address. Mail to it has no reader.',
  unknown_suffix: "The address's domain does not end in a public suffix such as .com or .co.in.",
  local_host: "The address's domain exists only inside a local network.",
  placeholder: 'The address is a placeholder, such as a mask or an example.',
};

function typeNamed(word: string) {
  const type = word === '' ? 'unknown' : emailTypeNamed(word);
  if (type) return type;
  throw new RowFault(
    'email_type',
    'invalid_email_type',
    'The type should be work, personal, role or unknown.',
  );
}

function phoneOf(given: GivenValue, row: FileRow, said: Origin, faults: Fault[]) {
  const country = given.country ?? row.country;
  const isInternational = /^(?:tel:)?\s*(?:\+|00)/i.test(given.text);
  const number = normalisePhone(
    given.text,
    country === '' || isInternational ? undefined : countryCode(country),
  );
  const column = !number.ok && number.reason === 'unknown_country' ? 'country' : 'phone';
  const phone = accepted(column, number);
  // North America's numbering plan doesn't distinguish mobiles. The file may.
  const isMobile = phone.type === 'fixed_line_or_mobile' && /^(?:mobile|cell)/i.test(given.type ?? '');
  return phoneContact(isMobile ? { ...phone, type: 'mobile' } : phone, [provenanceOf(given, said, faults)]);
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
