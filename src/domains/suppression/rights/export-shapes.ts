import Type, { type Static } from 'typebox';
import { instant, orNull, text } from '#core/shapes.ts';
import { EmailContact, LinkContact, Person, PhoneContact, ProfileNamed } from '#values/contacts/index.ts';

export const recipientsMax = 1000;

const values = {
  emails: Type.Array(EmailContact),
  phones: Type.Array(PhoneContact),
  links: Type.Array(LinkContact),
};

const RecipientRow = Type.Object({
  account_id: Type.String(),
  at: instant('When the answer was sent.'),
  lookup_id: text('The lookup.'),
  emails: Type.Boolean({ description: 'Whether the answer contained email addresses.' }),
  phones: Type.Boolean({ description: 'Whether it contained phone numbers.' }),
  links: Type.Boolean({ description: 'Whether it contained links.' }),
  kept: orNull(Type.Object(values), "The answer's values. Null once the answer is deleted, after 24 hours."),
});

export const KnownProfile = Type.Object(
  {
    profile: ProfileNamed,
    suppressed: Type.Boolean({ description: 'Whether the profile is hidden from customers.' }),
    directory: orNull(
      Type.Object({
        person: Person,
        ...values,
        stored_at: instant('When the profile was created.'),
        changed_at: instant('When it last changed.'),
        imports: Type.Array(
          Type.Object({
            id: Type.String(),
            file_name: Type.String(),
            started_at: instant('When the file was first sent.'),
          }),
          { description: 'Imports that contributed to the profile.' },
        ),
      }),
      "The directory's data. Null if it has none.",
    ),
    source_answers: Type.Array(
      Type.Object({
        source: text('The source.'),
        fetched_at: instant('When the source answered.'),
        person: Person,
        ...values,
      }),
      { description: 'Stored answers of sources.' },
    ),
    recipients: Type.Array(RecipientRow, {
      description: `Disclosures of the profile, with recipient and date. Newest first, at most ${recipientsMax}.`,
    }),
    recipients_total: Type.Integer({ description: 'Number of all recipients.' }),
  },
  {
    additionalProperties: Type.Unknown(),
    description:
      'A profile with the data each part of the service stores about it. Further parts add members of their own.',
  },
);
export type KnownProfile = Static<typeof KnownProfile>;
