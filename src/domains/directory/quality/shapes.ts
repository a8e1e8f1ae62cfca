import Type, { type Static } from 'typebox';
import { instantOrNull, orNull } from '#core/shapes.ts';

const amount = (description: string) => Type.Integer({ minimum: 0, description });

/** The ages of values in days: each counts values up to it and above the one before. */
export const agesMax = [30, 90, 180, 365, 730] as const;

const Conflicts = Type.Object(
  {
    compared: amount('Profiles for which several sources have one, this source among them.'),
    differing: amount('Those for which another source differs, other than in case and punctuation.'),
  },
  { title: 'QualityConflicts', description: 'Profiles for which sources contradict each other.' },
);

export const SourceQuality = Type.Object(
  {
    source: orNull(
      Type.String(),
      'The name of the source. Null for the whole directory, and for the sources that are not listed.',
    ),
    profiles: amount('Measured profiles to which it contributed.'),
    with_email: amount('Profiles with an email from it.'),
    with_phone: amount('Profiles with a phone from it.'),
    with_link: amount('Profiles with a link from it.'),
    with_name: amount('Profiles with a name from it.'),
    with_company: amount('Profiles with a company from it.'),
    values: amount('Emails, phones and links from it.'),
    ages: Type.Array(
      Type.Object({
        days_max: orNull(Type.Integer(), 'Null for the values that are older.'),
        values: amount('Values that it last saw within this many days, without those of the item before.'),
      }),
      { description: 'How long ago it saw its values.' },
    ),
    addresses: amount('Emails and phones from it.'),
    duplicates: amount('Emails and phones from it that are on another profile too.'),
    name_conflicts: Conflicts,
    company_conflicts: Conflicts,
  },
  { title: 'SourceQuality', description: 'Figures of one source, of several or of the whole directory.' },
);
export type SourceQuality = Static<typeof SourceQuality>;

export const sourcesListed = 50;

const measured = {
  profiles: amount('Profiles in the directory at that time.'),
  measured: amount(
    'Profiles that were looked at. Fewer than `profiles` in a large directory: then they are a random sample.',
  ),
  all: SourceQuality,
  sources: Type.Array(SourceQuality, {
    maxItems: sourcesListed,
    description: 'The sources with the most profiles first.',
  }),
  others: orNull(
    SourceQuality,
    `The sources beyond the first ${sourcesListed} together. Null if all are listed.`,
  ),
};
const Measured = Type.Object(measured);
export type Measured = Static<typeof Measured>;

export const DirectoryQuality = Type.Object(
  {
    measured_at: instantOrNull('When it was measured. Null before the first measurement.'),
    ...measured,
  },
  { title: 'DirectoryQuality' },
);
