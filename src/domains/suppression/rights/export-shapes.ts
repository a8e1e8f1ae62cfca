import Type, { type Static } from 'typebox';
import { EmailContact, LinkContact, Person, PhoneContact } from '#values/contacts/index.ts';

export const recipientsMax = 1000;

const instant = Type.String({ format: 'date-time' });
const values = {
  emails: Type.Array(EmailContact),
  phones: Type.Array(PhoneContact),
  links: Type.Array(LinkContact),
};

const RecipientRow = Type.Object({
  account_id: Type.String(),
  at: instant,
  lookup_id: Type.String(),
  emails: Type.Boolean({ description: 'Whether the answer contained e-mail addresses.' }),
  phones: Type.Boolean(),
  links: Type.Boolean(),
  kept: Type.Union([Type.Object(values), Type.Null()], {
    description: "The answer's values. Null once the answer is deleted, after 24 hours.",
  }),
});

export const KnownProfile = Type.Object(
  {
    profile: Type.Object({ network: Type.String(), handle: Type.String(), url: Type.String() }),
    suppressed: Type.Boolean({ description: 'Whether the profile is hidden from customers.' }),
    directory: Type.Union(
      [
        Type.Object({
          person: Person,
          ...values,
          stored_at: instant,
          changed_at: instant,
          imports: Type.Array(
            Type.Object({ id: Type.String(), file_name: Type.String(), started_at: instant }),
            { description: 'Imports that contributed to the profile.' },
          ),
        }),
        Type.Null(),
      ],
      { description: "The directory's data. Null if it has none." },
    ),
    source_answers: Type.Array(
      Type.Object({ source: Type.String(), fetched_at: instant, person: Person, ...values }),
      { description: 'Stored answers of sources.' },
    ),
    recipients: Type.Array(RecipientRow, {
      description: `Who received data about the profile, and when. Newest first, at most ${recipientsMax}.`,
    }),
    recipients_total: Type.Integer(),
  },
  {
    additionalProperties: Type.Unknown(),
    description:
      'A profile with the data each part of the service stores about it. Further parts add members of their own.',
  },
);
export type KnownProfile = Static<typeof KnownProfile>;
