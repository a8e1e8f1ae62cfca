import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { register } from '../clients/registered.ts';
import { AgentSignIn } from '../sign-in.ts';
import { isRefused, OAuthError, refused, signInOff } from './oauth-error.ts';

const door = { isHandshake: true, forAnyOrigin: true, bodyBytesMax: 16 * 1024 };

const RegisteredClient = Type.Object(
  {
    client_id: Type.String({ description: 'For the page of consent and for the tokens.' }),
    client_id_issued_at: Type.Integer({ description: 'Seconds since 1970.' }),
    client_name: Type.String({ description: 'The name that people see.' }),
    redirect_uris: Type.Array(Type.String({ examples: ['http://127.0.0.1:33418/callback'] }), {
      description: 'Where codes may be sent.',
    }),
    grant_types: Type.Array(Type.String({ examples: ['authorization_code'] }), {
      description: 'Always `authorization_code` and `refresh_token`.',
    }),
    response_types: Type.Array(Type.String({ examples: ['code'] }), { description: 'Always `code`.' }),
    token_endpoint_auth_method: Type.Literal('none', {
      description: 'No client has a secret: PKCE is required instead.',
    }),
  },
  { title: 'RegisteredClient' },
);

export const registerClient = operation({
  id: 'connections.register-client',
  summary: "Register an agent's program",
  description:
    'Dynamic registration (RFC 7591), for programs that have no metadata document. Nothing is stored: the `client_id` is the ' +
    'registration, signed. It is accepted for 90 days, and longer while it is connected. 400 is an error in the words of OAuth.',
  kind: 'query',
  doors: [open('POST', '/api/v1/oauth/registration', door), open('POST', '/register', door)],
  input: Type.Object({
    client_name: Type.Optional(Type.String({ maxLength: 1_000, description: 'The name that people see.' })),
    redirect_uris: Type.Optional(
      Type.Array(Type.String({ maxLength: 2_000, examples: ['http://127.0.0.1:33418/callback'] }), {
        maxItems: 100,
        description: 'Where codes may be sent: 1 to 10 absolute URIs.',
      }),
    ),
  }),
  example: { client_name: 'Example agent', redirect_uris: ['http://127.0.0.1:33418/callback'] },
  output: Type.Union([RegisteredClient, OAuthError]),
  status: (answer) => (isRefused(answer) ? 400 : 201),
  statuses: [201, 400],

  run(ctx, { client_name, redirect_uris }) {
    ctx.header('Cache-Control', 'no-store');
    if (!ctx.ports.use(AgentSignIn).isOn()) return signInOff;
    const now = ctx.now();
    const registered = register(ctx.ports.suppressionPepper, { client_name, redirect_uris }, now);
    if (!registered.ok) return refused(registered.code, registered.fault);
    return {
      client_id: registered.id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: registered.name,
      redirect_uris: [...registered.redirectUris],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none' as const,
    };
  },
});
