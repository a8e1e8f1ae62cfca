import Type, { type Static } from 'typebox';
import { operatorRoles } from '#core/access.ts';
import { instant, instantOrNull, optionalText, orNull, requiredText, text } from '#core/shapes.ts';

export const tokenHashForm = '^[0-9a-f]{64}$';

export const TokenHash = Type.String({
  pattern: tokenHashForm,
  description: 'SHA-256 of the token in the browser’s cookie, in hexadecimal.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

/** Where the browser is, as the server of the pages sees it. */
export const browserMembers = {
  ip: requiredText(100, "The person's IP address, without a port.", '203.0.113.9'),
  user_agent: optionalText(1000, "The browser's `User-Agent`."),
};

const SessionId = text('Identifies the session. It grants no access.', 'ses_5kQv0rYx2LmT8aZc1BnW3d');

export const WebSession = Type.Object({
  id: SessionId,
  account_id: Type.String({ examples: ['usr_hS3gqjY2mQm8bQ0h8wYb0A'] }),
  email: text('As the identity provider named it at this sign-in.', 'asha@asha.example.com'),
  name: orNull(
    Type.String({ examples: ['Asha Example'] }),
    "The person's name at the sign-in provider. Null if it gave none.",
  ),
  expires_at: instant('When it ends unless it is used before: after 7 days, and after 30 days in any case.'),
});

export const OperatorEmail = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[!-~]+$',
  description: 'The operator’s address. The actor in the audit log.',
  examples: ['mira@operators.example.com'],
});

export const linkFromDescription =
  'The operator who made the link in the console. Null for a link made with the admin secret.';

export const OperatorRoleName = Type.Enum([...operatorRoles], {
  description:
    '`owner`: everything. `finance`: payments, invoices, contracts, promotions. `support`: accounts, keys, locks, privacy. `reader`: look.',
  examples: ['owner'],
});

export const OperatorSession = Type.Object(
  {
    id: SessionId,
    email: text('The name in the audit log.', 'mira@operators.example.com'),
    role: OperatorRoleName,
    by_link: Type.Boolean({ description: 'Whether it was opened with a one-time link.' }),
    link_from: orNull(
      Type.String({ examples: ['ravi@operators.example.com'] }),
      `${linkFromDescription} Null without a link, too.`,
    ),
    created_at: instant('When it was opened.'),
    expires_at: instant('When it ends: after 12 hours.'),
  },
  { title: 'OperatorSession' },
);

export const Operator = Type.Object(
  {
    email: OperatorEmail,
    role: OperatorRoleName,
    is_listed: Type.Boolean({
      description: 'Whether `OPERATORS` lists the address. Without that list, links alone open the console.',
    }),
    sessions: Type.Integer({ description: 'Open sessions of the console.' }),
    last_signed_in_at: instantOrNull('When the newest session that is still known was opened.'),
    changed_at: instantOrNull('When the role was set. Null for a role by default.'),
    changed_by: orNull(Type.String(), 'The operator who set it.'),
  },
  { title: 'Operator' },
);
export type Operator = Static<typeof Operator>;
