import { type Static, Type } from 'typebox';
import { instantText, orNull } from '#core/shapes.ts';

/** Limits per profile and per value. The latest and most confident entries stay. */
export const contactLimits = { emailsMax: 50, phonesMax: 50, linksMax: 100, sourcesMax: 20 } as const;

/** In UTF-16 code units. Longer text is cut between characters. */
export const personTextsMax = { full_name: 200, headline: 300, company: 200, location: 200 } as const;

/** Strongest first. Guessed or extrapolated values have no kind, so they can't be stored. */
export const evidenceKinds = [
  'subject_published',
  'operator_directory',
  'provider_observed',
  'provider_attested',
  'registry',
  'incidental',
] as const;

export const EvidenceKind = Type.Enum([...evidenceKinds], {
  description:
    'How the source came to know: `subject_published` (the person wrote it on their own profile or site), `operator_directory` ' +
    '(a directory that this installation loaded), `provider_observed` (a provider names where it saw it), `provider_attested` ' +
    '(a provider vouches for it), `registry` (a package registry or manifest), `incidental` (met in passing, as in a commit).',
});
export type EvidenceKind = Static<typeof EvidenceKind>;

export const Provenance = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The source, e.g. `github`, `directory`.',
    }),
    kind: EvidenceKind,
    url: orNull(Type.String({ maxLength: 2000 }), 'The page on which it was seen, at most 2,000 characters.'),
    seen_at: instantText('When it was last seen there.'),
  },
  { title: 'Provenance', description: 'Where a value was seen.' },
);
export type Provenance = Static<typeof Provenance>;

/** At least one source: the type excludes an empty list. */
export type Sources = [Provenance, ...Provenance[]];

const sources = Type.Unsafe<Sources>(
  Type.Array(Provenance, {
    minItems: 1,
    maxItems: contactLimits.sourcesMax,
    description: `Where it was seen, latest first; at least one, at most ${contactLimits.sourcesMax}.`,
  }),
);
const confidence = orNull(
  Type.Integer({ minimum: 0, maximum: 100 }),
  'From 0 to 100, as the source or the evidence gives it; null when neither does.',
);
const sightings = {
  first_seen: instantText('The earliest sighting by any source.'),
  last_seen: instantText('The latest sighting by any source.'),
  sources,
};

/** Stated types come before suggested ones. The type that is earlier in this list wins. */
export const emailTypes = ['work', 'personal', 'role', 'unknown'] as const;
export const EmailType = Type.Enum([...emailTypes], {
  description:
    '`role` is an address of a function, such as support@, where the source says so; `unknown` when no source says.',
});
export type EmailType = Static<typeof EmailType>;

/** Best first. */
export const emailStatuses = ['verified', 'accept_all', 'risky', 'unverified', 'unknown', 'invalid'] as const;
export const EmailStatus = Type.Enum([...emailStatuses], {
  description:
    '`verified`: its server takes mail for this mailbox and refuses others; `accept_all`: its domain accepts every name; `risky`: it takes ' +
    'mail, but is full, temporary, or of a role; `unverified`: a check gave no answer; `invalid`: it takes no mail, and is never sold; ' +
    '`unknown`: not checked.',
});
export type EmailStatus = Static<typeof EmailStatus>;

export const EmailContact = Type.Object(
  {
    address: Type.String({
      maxLength: 254,
      description: 'Lower case, the domain in its ASCII form (A-labels), at most 254 octets.',
    }),
    type: EmailType,
    status: EmailStatus,
    confidence,
    verified_at: orNull(
      instantText('When the status was found; null when it was not checked or the source keeps no date.'),
    ),
    ...sightings,
  },
  { title: 'EmailContact' },
);
export type EmailContact = Static<typeof EmailContact>;

/** More specific types first. If a number has two types, the earlier in this list wins. */
export const phoneTypes = [
  'mobile',
  'fixed_line',
  'voip',
  'toll_free',
  'shared_cost',
  'premium_rate',
  'personal_number',
  'pager',
  'uan',
  'voicemail',
  'fixed_line_or_mobile',
  'unknown',
] as const;
export const PhoneType = Type.Enum([...phoneTypes], {
  description:
    'By the numbering plan of the country; `fixed_line_or_mobile` where the plan does not tell them apart (as in North America).',
});
export type PhoneType = Static<typeof PhoneType>;

export const PhoneContact = Type.Object(
  {
    number: Type.String({
      pattern: '^\\+[1-9][0-9]{3,14}$',
      description: 'E.164: a plus sign and at most 15 digits.',
    }),
    country: orNull(
      Type.String({ pattern: '^[A-Z]{2}$' }),
      'ISO 3166-1 alpha-2; null for numbers of no country, such as +800.',
    ),
    extension: orNull(
      Type.String({ pattern: '^[0-9]{1,20}$' }),
      'Extension to dial after the number; null without one.',
    ),
    type: PhoneType,
    confidence,
    ...sightings,
  },
  { title: 'PhoneContact' },
);
export type PhoneContact = Static<typeof PhoneContact>;

export const LinkContact = Type.Object(
  {
    network: Type.String({
      maxLength: 50,
      description: 'E.g. `github`, `linkedin`, `x`, `mastodon`; `website` when it is none that is known.',
    }),
    handle: orNull(Type.String({ maxLength: 500 }), 'The name on that network; null for websites.'),
    url: Type.String({
      maxLength: 2000,
      description: 'Canonical, with its scheme; at most 2,000 characters.',
    }),
    sources,
  },
  { title: 'LinkContact' },
);
export type LinkContact = Static<typeof LinkContact>;

const text = (maxLength: number, description: string) => orNull(Type.String({ maxLength }), description);

export const Person = Type.Object(
  {
    full_name: text(personTextsMax.full_name, 'As the latest source writes it.'),
    headline: text(personTextsMax.headline, 'One line by the person about themselves.'),
    company: text(personTextsMax.company, 'Where the person works.'),
    location: text(personTextsMax.location, 'Free text, as the person or the directory gives it.'),
  },
  { title: 'Person', description: 'Known facts about the person.' },
);
export type Person = Static<typeof Person>;

export const personTexts = Object.keys(personTextsMax) as (keyof Person)[];
/** Frozen, so that a text that is set by mistake doesn't appear for everyone. */
export const unknownPerson: Readonly<Person> = Object.freeze({
  full_name: null,
  headline: null,
  company: null,
  location: null,
});

export const ProfileNamed = Type.Object(
  {
    network: Type.String({ description: 'The network, such as `linkedin` or `github`.' }),
    handle: Type.String({ description: "The person's name on that network, as in the link." }),
    url: Type.String({ description: 'The canonical link.' }),
  },
  { title: 'Profile', description: 'The profile, in its canonical form.' },
);
