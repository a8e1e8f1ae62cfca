import {
  type ContactSet,
  contactSet,
  emailContact,
  linkContact,
  type Person,
  type Provenance,
  phoneContact,
  seenPerson,
} from '#values/contacts/index.ts';
import { type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

const seenAt = '2026-01-15T09:00:00.000Z';
const provenanceAt = (url: string): [Provenance] => [
  { source: 'fictional', kind: 'subject_published', url, seen_at: seenAt },
];

interface Fiction {
  profiles: string[];
  person: Partial<Person>;
  emails?: { address: string; type: 'work' | 'personal' | 'role'; status?: 'verified' | 'accept_all' }[];
  phones?: { number: string; country: string; type: 'mobile' | 'fixed_line' }[];
  links?: { network: string; handle: string; url: string }[];
}

/** Fictional people at reserved domains and numbers. Test keys answer from these. */
const people: Fiction[] = [
  {
    profiles: ['linkedin.com/in/asha-example', 'github.com/asha-example'],
    person: {
      full_name: 'Asha Example',
      headline: 'Engineer',
      company: 'Example Works',
      location: 'Pune, India',
    },
    emails: [
      { address: 'asha@works.example', type: 'work', status: 'verified' },
      { address: 'asha.example@example.com', type: 'personal' },
    ],
    phones: [{ number: '+12025550143', country: 'US', type: 'mobile' }],
    links: [{ network: 'github', handle: 'asha-example', url: 'https://github.com/asha-example' }],
  },
  {
    profiles: ['linkedin.com/in/ravi-sample', 'gitlab.com/ravi.sample'],
    person: {
      full_name: 'Ravi Sample',
      headline: 'Designer',
      company: 'Sample & Co',
      location: 'Kochi, India',
    },
    emails: [{ address: 'ravi@sample.example', type: 'work', status: 'accept_all' }],
  },
  {
    profiles: ['linkedin.com/in/mira-phone-only'],
    person: { full_name: 'Mira Specimen', headline: null, company: null, location: 'London' },
    phones: [{ number: '+447700900123', country: 'GB', type: 'mobile' }],
  },
  {
    profiles: ['github.com/links-only-example'],
    person: { full_name: 'Lee Links', headline: 'Writes software', company: null, location: null },
    links: [{ network: 'website', handle: '', url: 'https://lee.example/' }],
  },
  {
    profiles: ['codeberg.org/desk-example', 'sr.ht/~desk-example', 'bitbucket.org/desk-example'],
    person: { full_name: 'Dana Desk', headline: 'Support', company: 'Desk Example', location: 'Berlin' },
    emails: [{ address: 'support@desk.example', type: 'role' }],
  },
];

const byUrl = new Map<string, ContactSet>(
  people.flatMap((fiction) =>
    fiction.profiles.map((link) => [profileAt(link).url, contactsOf(fiction)] as const),
  ),
);

/** Each fictional person by their first link, with what is known. */
export const fictionalPeople: readonly { profile: ProfileLink; contacts: ContactSet }[] = people.map(
  ({ profiles }) => {
    const profile = profileAt(profiles[0]!);
    return { profile, contacts: byUrl.get(profile.url)! };
  },
);

/** The contacts that a test key gets for a profile. Null for everyone outside the fictional directory. */
export const contactsForTestKey = (profile: ProfileLink): ContactSet | null => byUrl.get(profile.url) ?? null;

function profileAt(link: string): ProfileLink {
  const parsed = parseProfileLink(link);
  if (!parsed.ok) throw new Error(`${link} is not a profile`);
  return parsed.profile;
}

function contactsOf({ profiles, person, emails = [], phones = [], links = [] }: Fiction): ContactSet {
  const sources = provenanceAt(profileAt(profiles[0]!).url);
  return contactSet({
    ...seenPerson(person, seenAt),
    emails: emails.map((email) => emailContact(email, sources)),
    phones: phones.map((phone) => phoneContact(phone, sources)),
    links: links.map((link) => linkContact({ ...link, handle: link.handle || null }, sources)),
  });
}
