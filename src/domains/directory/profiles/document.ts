import { suppressionKey } from '#domains/suppression/index.ts';
import { type EmailVerdict, soldOf, type Verdicts } from '#domains/verification/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { tellingWords } from '#values/person-name.ts';

/** A profile's document as it is stored, with what lookups decide by. */
export interface Document {
  /** JSON. Begins with the members that an answer tells: see `answerMembersIn`. */
  contactsJson: string;
  /** The part that is sold, in the same form. Empty where that is all of it. */
  checkedJson: string;
  /** The sum for the part that is sold: 1 for emails, 2 for phones, 4 for links and 8 for the address of a role. */
  holds: number;
  nameWords: string[] | null;
}

type VerdictOn = (address: string) => EmailVerdict | undefined;

/** Finds the verdict on an email by its key. Most profiles have none. */
export const verdictsBy = (pepper: string, verdicts: Verdicts): VerdictOn =>
  verdicts.size === 0 ? () => undefined : (address) => verdicts.get(suppressionKey(pepper, 'email', address));

/** The part of a document that answers show, as stored: `person`, `emails`, `phones` and `links`, without the brackets. */
export function answerMembersIn(contactsJson: string): string {
  // No value can contain this text, because JSON escapes its quotes.
  const end = contactsJson.lastIndexOf(',"person_seen_at":');
  return contactsJson.slice(1, end === -1 ? -1 : end);
}

export function documentOf(
  contacts: ContactSet,
  handle: string,
  verdictOn: VerdictOn = () => undefined,
): Document {
  const sold = soldOf(contacts, verdictOn);
  const { person, emails, phones, links } = sold;
  const hasRole = emails.some(({ type }) => type === 'role');
  return {
    contactsJson: jsonOf(contacts),
    checkedJson: sold === contacts ? '' : jsonOf(sold),
    holds: (emails.length && 1) + (phones.length && 2) + (links.length && 4) + (hasRole ? 8 : 0),
    nameWords: person.full_name === null ? null : tellingWords(person.full_name, handle),
  };
}

const jsonOf = ({ person, emails, phones, links, person_seen_at }: ContactSet): string =>
  JSON.stringify({ person, emails, phones, links, person_seen_at });
