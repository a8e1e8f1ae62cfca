import type { PersonSeenAt } from '../contact-values.ts';
import type { EmailContact, LinkContact, Person, PhoneContact } from '../shapes.ts';
import { unite } from './unite.ts';
import { emailUnion, linkUnion, phoneUnion } from './unite-contacts.ts';
import { unitePerson } from './unite-person.ts';

/** Everything known about one profile. Immutable: merged sets share values. */
export type ContactSet = {
  person: Person;
  /** When each of the person's texts was last seen, so that an older row can't overwrite a newer one. */
  person_seen_at?: PersonSeenAt;
  emails: EmailContact[];
  phones: PhoneContact[];
  links: LinkContact[];
};

// Deeply frozen: a value pushed into it by mistake would appear under every profile.
const nobody = Object.freeze({ full_name: null, headline: null, company: null, location: null });
const none = Object.freeze([]) as never[];
export const noContacts: Readonly<ContactSet> = Object.freeze({
  person: nobody,
  person_seen_at: nobody,
  emails: none,
  phones: none,
  links: none,
});

/** A set from the values of a source or a row, in any order and with repeats. Missing parts are empty. */
export const contactSet = (parts: Partial<ContactSet>): ContactSet =>
  mergeContacts(noContacts, { ...noContacts, ...parts });

/**
 * Merges two sets. Commutative and idempotent: merging a row again returns `a` itself, so a caller sees that nothing changed.
 * Values merge by address, number or url. The contact limits apply, and the most confident and latest values stay. Of a
 * person's texts the later one wins.
 */
export function mergeContacts(a: ContactSet, b: ContactSet): ContactSet {
  const dated = unitePerson(a, b);
  const emails = unite(a.emails, b.emails, emailUnion);
  const phones = unite(a.phones, b.phones, phoneUnion);
  const links = unite(a.links, b.links, linkUnion);
  const unchanged = dated === a && emails === a.emails && phones === a.phones && links === a.links;
  if (unchanged) return a;
  const { person, person_seen_at } = dated;
  return { person, person_seen_at, emails, phones, links };
}
