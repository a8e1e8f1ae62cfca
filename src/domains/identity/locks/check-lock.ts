import { Type } from 'typebox';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { optionalText, orNull } from '#core/shapes.ts';
import { isLocked } from '../principals/locks-on.ts';
import { providerForm } from './subjects.ts';

const LockedRequest = Type.Object({
  email: optionalText(1000, 'The email from the sign-in provider.'),
  provider: Type.String({
    ...providerForm,
    maxLength: 1000,
    default: '',
    description: 'The sign-in provider, without a colon. Used together with `provider_user_id`.',
    examples: ['google'],
  }),
  provider_user_id: optionalText(1000, "The provider's identifier for the user.", '108177'),
  ip: optionalText(1000, "The person's IP address, without a port.", '203.0.113.9'),
  account_id: optionalText(1000, "The dashboard's identifier, if there is an account.", 'acme-42'),
  whatsapp: optionalText(1000, 'A number with its country code.'),
});

const Locked = Type.Object(
  {
    locked: Type.Boolean({ description: 'Whether any lock stops this person.' }),
    code: orNull(
      Type.Literal('account_locked'),
      'The same for every lock. Reveals neither the reason nor the subject.',
    ),
  },
  { examples: [{ locked: false, code: null }] },
);

export const checkLock = operation({
  id: 'identity.check-lock',
  summary: 'Check whether a principal is locked',
  description:
    'Call this at every sign-in and session check. What you send leads to an account, which is checked with its email and its ' +
    'handles: the sign-ins and the WhatsApp number that it claimed. Empty or malformed members are ignored.',
  kind: 'query',
  doors: [internal('POST', '/internal/identity/locked'), internal('GET', '/internal/identity/locked')],
  input: LockedRequest,
  example: { email: 'asha@asha.example.com', ip: '203.0.113.9' },
  output: Locked,

  async run(ctx, principal) {
    const locked = await isLocked(ctx.ports, ctx.now, principal);
    return { locked, code: locked ? ('account_locked' as const) : null };
  },
});
