import type { PersonSeenAt } from './contact-values.ts';
import type { EmailContact, LinkContact, Person, PhoneContact } from './shapes.ts';
import { unite } from './unite.ts';
import { emailUnion, linkUnion, phoneUnion } from './unite-contacts.ts';
import { unitePerson } from './unite-person.ts';

/** All that is known of one profile. Never changed in place: merged sets share their values. */
export type ContactSet = {
  person: Person;
  /** When each of the person's texts was last seen; kept with the set so that an older row can't overwrite a newer. */
  person_seen_at?: PersonSeenAt;
  emails: EmailContact[];
  phones: PhoneContact[];
  links: LinkContact[];
};

// Frozen to the bottom: a value pushed into it by mistake would appear under every profile.
const nobody = Object.freeze({ full_name: null, headline: null, company: null, location: null });
const none = Object.freeze([]) as never[];
export const noContacts: Readonly<ContactSet> = Object.freeze({
  person: nobody,
  person_seen_at: nobody,
  emails: none,
  phones: none,
  links: none,
});

/** A set out of what a source or a row gave, in any order and with repeats; what is left out is empty. */
export const contactSet = (parts: Partial<ContactSet>): ContactSet =>
  mergeContacts(noContacts, { ...noContacts, ...parts });

/**
 * Everything both sets know. Commutative, and repeats change nothing: merging a row again gives back `a` itself, by which
 * a caller sees that there is nothing to write. Values are one by address, number or url; at most 50 e-mails, 50 phones,
 * 100 links and 20 sources each are kept, the surest and latest first. Of a person's texts the later seen stays.
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
