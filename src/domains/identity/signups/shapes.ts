import Type from 'typebox';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';
import { signals, vetCodes } from './rules.ts';

export const Code = Type.Enum([...vetCodes, 'account_locked', 'handle_taken']);
export const Step = Type.Enum(['vet', 'register'], { description: 'The call that was decided.' });

export const Attempt = Type.Object(
  {
    id: Type.Integer(),
    at: instant('When it was decided.'),
    step: Step,
    allowed: Type.Boolean({ description: 'Whether the sign-up could continue.' }),
    code: orNull(Code, 'The dashboard’s answer. Null when allowed.'),
    signals: Type.Array(Type.Enum([...signals]), { description: 'Everything that spoke against it.' }),
    evidence: text('The same in one line, for people.'),
    let_in_until: instantOrNull('Until when an operator lets the person sign up. Null if none does.'),
    claimed_by: Type.Array(Type.String(), {
      description: 'The account_ids that have a handle of the attempt.',
    }),
    account_id: orNull(Type.String(), 'The account to register. Null for `vet`.'),
    email: orNull(Type.String(), 'Normalised.'),
    mailbox: orNull(Type.String(), 'The handle of the email: without its tag, and without dots at Gmail.'),
    provider_user: orNull(Type.String(), '`provider:id`.'),
    whatsapp: orNull(Type.String(), 'E.164.'),
    device: orNull(Type.String(), 'The device, as the dashboard named it. Null if it named none.'),
    ip: orNull(Type.String(), 'The address it came from. Null if it was not sent.'),
    user_agent: text('The browser, as it named itself.'),
  },
  {
    examples: [
      {
        id: 4,
        at: '2026-11-20T09:30:00.000Z',
        step: 'vet',
        allowed: false,
        code: 'account_exists',
        signals: ['email_claimed'],
        evidence: 'The mailbox belongs to acme-42.',
        let_in_until: null,
        claimed_by: ['acme-42'],
        account_id: null,
        email: 'asha+new@asha.example.com',
        mailbox: 'asha@asha.example.com',
        provider_user: 'github:7',
        whatsapp: null,
        device: null,
        ip: '203.0.113.9',
        user_agent: 'Mozilla/5.0',
      },
    ],
  },
);
