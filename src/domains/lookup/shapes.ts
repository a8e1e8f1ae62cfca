import Type, { type Static } from 'typebox';
import { instantText, orNull } from '#core/shapes.ts';
import { EmailContact, LinkContact, Person, PhoneContact, ProfileNamed } from '#values/contacts/index.ts';

export const FindRequest = Type.Object({
  profile_url: Type.String({
    maxLength: 2000,
    description: 'Link to a person’s profile on a professional network or code host, in any common form.',
    examples: ['https://www.linkedin.com/in/jane-doe', 'github.com/jane-doe'],
  }),
  name: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "The person's name, if you know it. A clear mismatch returns a warning and no person. It is never used to search.",
    }),
  ),
  include: Type.Optional(
    Type.Array(Type.Enum(['emails', 'phones', 'links']), {
      minItems: 1,
      maxItems: 3,
      description: 'The contacts to return. Defaults to all.',
    }),
  ),
  client_reference: Type.Optional(
    Type.String({ maxLength: 200, description: 'Your own reference, returned in `input`.' }),
  ),
  verify: Type.Optional(
    Type.Enum(['fresh'], {
      description:
        '`fresh`: emails are checked now, unless they were within a day. It takes up to 5 seconds; then the answer is `pending`.',
    }),
  ),
  min_status: Type.Optional(
    Type.Enum(['verified', 'accept_all', 'risky', 'unverified', 'unknown'], {
      description:
        'Only emails whose status is at least as good: `verified` is the best, then `accept_all`, `risky`, `unverified` and `unknown`. A lookup without any is free, unless it returns a phone.',
    }),
  ),
});
export type FindRequest = Static<typeof FindRequest>;

const LookupInput = Type.Object(
  {
    profile_url: Type.String({ description: 'The link as you sent it.' }),
    name: orNull(Type.String(), 'The name as you sent it.'),
    client_reference: orNull(Type.String(), 'Your own reference.'),
  },
  {
    title: 'LookupInput',
    description:
      'Your input. Once the person is suppressed or erased, `profile_url`, `name` and the `handle` and `url` of `profile` are empty.',
  },
);

export const ChargeReason = Type.Enum(
  [
    'completed_lookup',
    'not_found',
    'links_only',
    'source_not_billable',
    'repeat',
    'test_key',
    'pending',
    'failed',
  ],
  {
    description:
      'Why it was charged or free. `links_only`: only links were found. `source_not_billable`: its source may not be charged ' +
      'for. `repeat`: you paid for this profile before. `test_key`: test keys answer from fictional people.',
  },
);
export type ChargeReason = Static<typeof ChargeReason>;

const LookupCredits = Type.Object(
  {
    charged: Type.Integer({ description: 'Credits charged for this lookup.' }),
    remaining: Type.Integer({ description: 'Credits the account has left.' }),
    reason: ChargeReason,
  },
  { title: 'LookupCredits', description: 'Cost of the lookup.' },
);

const LookupWarning = Type.Object(
  {
    code: Type.String({ description: 'A stable code, such as `name_mismatch`.' }),
    detail: Type.String({ description: 'The same in a sentence.' }),
  },
  { title: 'LookupWarning' },
);

export const FindAnswer = Type.Object(
  {
    id: Type.String({ description: 'Use it to get this answer again, free for 24 hours.' }),
    status: Type.Enum(['completed', 'not_found', 'pending', 'failed'], {
      description:
        '`completed`: something was found. `pending`: sources are still being asked; get the answer later by its `id`.',
    }),
    input: LookupInput,
    profile: ProfileNamed,
    person: Person,
    emails: Type.Array(EmailContact),
    phones: Type.Array(PhoneContact),
    links: Type.Array(LinkContact),
    company_email: Type.Union([EmailContact, Type.Null()], {
      description: "A published address of the person's company. Never guessed from a pattern.",
      examples: [null],
    }),
    credits: LookupCredits,
    warnings: Type.Array(LookupWarning, {
      description: 'Remarks on this answer. Empty if there are no remarks.',
      examples: [[]],
    }),
    created_at: instantText('When you sent the lookup.'),
  },
  { title: 'FindAnswer' },
);
export type FindAnswer = Static<typeof FindAnswer>;
/** The members that follow from the request, the outcome and the charge. Every other member says what was found. */
type MemberOfAnyAnswer = 'id' | 'status' | 'input' | 'profile' | 'credits' | 'warnings' | 'created_at';
/** The members about the person. A new member of the answer is one of these, unless it is named above. */
export type PersonMembers = Omit<FindAnswer, MemberOfAnyAnswer>;
export type Warning = FindAnswer['warnings'][number];
