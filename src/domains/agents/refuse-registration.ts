import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

/** Clients of OAuth that find no sign-in try to register. They show the sentence to their user (RFC 7591 §3.2.2). */
export const refuseRegistration = operation({
  id: 'agents.refuse-registration',
  summary: 'Learn that clients need a key instead of a registration',
  description:
    'Always 400. The answer says how to connect, in the form that clients of OAuth show to people.',
  kind: 'query',
  doors: [open('POST', '/register', { isHandshake: true })],
  input: Type.Object({}),
  output: Type.Object({
    error: Type.Literal('invalid_client_metadata', { description: 'The code of RFC 7591.' }),
    error_description: Type.String({ description: 'An alternative, in a sentence.' }),
  }),
  errors: [],
  status: () => 400,
  statuses: [400],

  run: () => ({
    error: 'invalid_client_metadata' as const,
    error_description:
      'This server has no OAuth sign-in. Add the header "Authorization: Bearer <API key>" to its configuration in your client, with a key from your dashboard.',
  }),
});
