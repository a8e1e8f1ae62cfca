import { type ProfileLink, parseProfileLink, reasonSentence } from '#core/profile-link/index.ts';
import {
  type ContactSet,
  contactSet,
  emailContact,
  emailType,
  linkContact,
  type Normalised,
  normaliseEmail,
  normaliseLink,
  normalisePhone,
  type Provenance,
  phoneContact,
  seenPerson,
} from '#domains/contacts/index.ts';
import type { Fault, FileRow, GivenValue } from './file-row.ts';
import { type Origin, originOf, RowFault, textWithin } from './row-texts.ts';

export type JudgedRow =
  | { ok: true; profile: ProfileLink; contacts: ContactSet }
  | { ok: false; fault: Fault };

/**
 * What a row says about whom, or the first thing wrong with it. A row is taken whole or not at all: one bad value rejects
 * the line, so that what was imported is what the file says. The fault never repeats a value.
 */
export function judgeRow(row: FileRow, origin: Origin): JudgedRow {
  try {
    const profile = profileOf(row.profile_url, origin);
    const said = originOf(row, origin);
    const contacts = setOf({
      ...seenPerson(
        {
          full_name: textWithin('full_name', row.full_name),
          headline: textWithin('headline', row.headline),
          company: textWithin('company', row.company),
          location: textWithin('location', row.location),
        },
        said.seenAt,
      ),
      emails: row.emails.map((given) => emailOf(given, row, said)),
      phones: row.phones.map((given) => phoneOf(given, row, said)),
      links: row.links.map((given) => linkOf(given, said)).filter((link) => link.url !== profile.url),
    });
    return { ok: true, profile, contacts };
  } catch (error) {
    if (error instanceof RowFault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** Repeats and order are settled by `contactSet`; of single values there is nothing to settle. */
const setOf = (contacts: ContactSet): ContactSet =>
  contacts.emails.length < 2 && contacts.phones.length < 2 && contacts.links.length < 2
    ? contacts
    : contactSet(contacts);

function profileOf(text: string, { codeHosts }: Origin): ProfileLink {
  if (text === '') throw new RowFault('profile_url', 'profile_url_missing', 'The line names no profile.');
  const parsed = parseProfileLink(text, codeHosts);
  if (parsed.ok) return parsed.profile;
  throw new RowFault('profile_url', parsed.reason, reasonSentence(parsed.reason));
}

const emailTypesByName = new Map(
  (['work', 'personal', 'role', 'unknown'] as const).map((type) => [type as string, type]),
);

function emailOf(given: GivenValue, row: FileRow, said: Origin) {
  const address = accepted('email', normaliseEmail(given.text));
  const typeText = given.type ?? row.email_type;
  const type = typeText === '' ? 'unknown' : emailTypesByName.get(typeText.toLowerCase());
  if (!type) {
    throw new RowFault(
      'email_type',
      'invalid_email_type',
      'The type is one of work, personal, role and unknown.',
    );
  }
  return emailContact({ address, type: emailType(address, type) }, [provenanceOf(given, said)]);
}

function phoneOf(given: GivenValue, row: FileRow, said: Origin) {
  const country = given.country ?? (row.country === '' ? undefined : row.country);
  return phoneContact(accepted('phone', normalisePhone(given.text, country)), [provenanceOf(given, said)]);
}

const linkOf = (given: GivenValue, said: Origin) =>
  linkContact(accepted('link', normaliseLink(given.text, said.codeHosts)), [provenanceOf(given, said)]);

function accepted<T>(column: string, normalised: Normalised<T>): T {
  if (normalised.ok) return normalised.value;
  throw new RowFault(column, normalised.reason, normalised.detail);
}

function provenanceOf(given: GivenValue, row: Origin): Provenance {
  const { source, url, seenAt } = originOf(given, row);
  return { source, kind: 'operator_directory', url, seen_at: seenAt };
}
