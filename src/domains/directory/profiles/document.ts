import type { ContactSet } from '#values/contacts/index.ts';
import { tellingWords } from '#values/person-name.ts';

/** A profile's document as it is stored, with what lookups decide by. */
export interface Document {
  /** JSON. Begins with the four members that an answer tells, so that lookups can send them as they stand here. */
  contactsJson: string;
  /** The sum of 1 e-mails, 2 phones, 4 links and 8 an address of a role. */
  holds: number;
  nameWords: string[] | null;
}

export function documentOf(contacts: ContactSet, handle: string): Document {
  const { person, emails, phones, links, person_seen_at } = contacts;
  const hasRole = emails.some(({ type }) => type === 'role');
  return {
    contactsJson: JSON.stringify({ person, emails, phones, links, person_seen_at }),
    holds: (emails.length && 1) + (phones.length && 2) + (links.length && 4) + (hasRole ? 8 : 0),
    nameWords: person.full_name === null ? null : tellingWords(person.full_name, handle),
  };
}
