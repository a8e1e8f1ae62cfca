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
  emails: Type.Boolean({ description: 'Whether the answer gave e-mail addresses.' }),
  phones: Type.Boolean(),
  links: Type.Boolean(),
  kept: Type.Union([Type.Object(values), Type.Null()], {
    description: 'What the answer still holds; null when it is not kept any more (24 hours).',
  }),
});

export const KnownProfile = Type.Object(
  {
    profile: Type.Object({ network: Type.String(), handle: Type.String(), url: Type.String() }),
    suppressed: Type.Boolean({ description: 'Whether customers are told nothing of it.' }),
    directory: Type.Union(
      [
        Type.Object({
          person: Person,
          ...values,
          stored_at: instant,
          changed_at: instant,
          imports: Type.Array(
            Type.Object({ id: Type.String(), file_name: Type.String(), started_at: instant }),
            { description: 'Imports that said something of the profile.' },
          ),
        }),
        Type.Null(),
      ],
      { description: 'What the directory has; null when it has nothing.' },
    ),
    source_answers: Type.Array(
      Type.Object({ source: Type.String(), fetched_at: instant, person: Person, ...values }),
      { description: 'What sources said, while it is kept.' },
    ),
    recipients: Type.Array(RecipientRow, {
      description: `Who was given something of it, and when; newest first, ${recipientsMax} at most.`,
    }),
    recipients_total: Type.Integer(),
  },
  {
    additionalProperties: Type.Unknown(),
    description:
      'A profile with what each part of the service keeps of it; further parts add members of their own.',
  },
);
export type KnownProfile = Static<typeof KnownProfile>;
