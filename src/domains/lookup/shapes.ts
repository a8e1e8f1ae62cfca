import Type, { type Static } from 'typebox';
import { EmailContact, LinkContact, Person, PhoneContact } from '#values/contacts/index.ts';

export const FindRequest = Type.Object({
  profile_url: Type.String({
    maxLength: 2000,
    description:
      'Link to the profile of a person on a professional network or a code host, in any of its usual forms.',
    examples: ['https://www.linkedin.com/in/jane-doe', 'github.com/jane-doe'],
  }),
  name: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "The person's name, if known. A clear mismatch yields a warning and no person; it is never searched for.",
    }),
  ),
  include: Type.Optional(
    Type.Array(Type.Enum(['emails', 'phones', 'links']), {
      minItems: 1,
      maxItems: 3,
      description: 'What to answer with; everything if absent.',
    }),
  ),
  client_reference: Type.Optional(
    Type.String({ maxLength: 200, description: "The caller's own mark, given back in `input`." }),
  ),
});
export type FindRequest = Static<typeof FindRequest>;

const Nullable = <Shape extends ReturnType<typeof Type.String>>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

export const FindAnswer = Type.Object({
  id: Type.String({ description: 'Fetches the answer again for 24 hours, free.' }),
  status: Type.Enum(['completed', 'not_found', 'pending', 'failed'], {
    description:
      '`completed`: something was found. `pending`: sources are still asked; fetch the answer by its id.',
  }),
  input: Type.Object({
    profile_url: Type.String(),
    name: Nullable(Type.String()),
    client_reference: Nullable(Type.String()),
  }),
  profile: Type.Object({ network: Type.String(), handle: Type.String(), url: Type.String() }),
  person: Person,
  emails: Type.Array(EmailContact),
  phones: Type.Array(PhoneContact),
  links: Type.Array(LinkContact),
  company_email: Type.Union([EmailContact, Type.Null()], {
    description: "A published address of the person's company, never a pattern.",
  }),
  credits: Type.Object({
    charged: Type.Integer({ description: 'Credits spent on this lookup.' }),
    remaining: Type.Integer({ description: 'Credits the account has left.' }),
    reason: Type.Enum([
      'completed_lookup',
      'not_found',
      'links_only',
      'source_not_billable',
      'repeat',
      'test_key',
      'pending',
      'failed',
    ]),
  }),
  warnings: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() })),
  created_at: Type.String({ format: 'date-time' }),
});
export type FindAnswer = Static<typeof FindAnswer>;
export type ChargeReason = FindAnswer['credits']['reason'];
export type Warning = FindAnswer['warnings'][number];
