import Type from 'typebox';
import { agentScopes } from '#core/access.ts';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { AgentSignIn } from '../sign-in.ts';

const url = (description: string) =>
  Type.String({ description, examples: ['https://contacts.example.com/api/v1/oauth/tokens'] });
const supported = (description: string, ...examples: string[]) =>
  Type.Array(Type.String({ examples }), { description });

export const describeAuthorizationServer = operation({
  id: 'connections.describe-authorization-server',
  summary: 'Learn how agents sign in',
  description:
    'Authorization server metadata (RFC 8414). 404 while the sign-in of agents is off, and for a request with an API key: ' +
    'its host needs no sign-in.',
  kind: 'query',
  doors: [open('GET', '/.well-known/oauth-authorization-server', { isHandshake: true, forAnyOrigin: true })],
  output: Type.Object({
    issuer: url('Names this service in answers (RFC 9207).'),
    authorization_endpoint: url('The page of consent.'),
    token_endpoint: url('Gives and renews tokens.'),
    registration_endpoint: url('Registers programs without a metadata document.'),
    revocation_endpoint: url('Ends connections (RFC 7009).'),
    scopes_supported: supported('The scopes of connections.', 'lookup'),
    response_types_supported: supported('Ways to answer.', 'code'),
    response_modes_supported: supported('Where the answer is.', 'query'),
    grant_types_supported: supported('Ways to get tokens.', 'authorization_code'),
    token_endpoint_auth_methods_supported: supported('Clients have no secrets.', 'none'),
    revocation_endpoint_auth_methods_supported: supported('Clients have no secrets.', 'none'),
    code_challenge_methods_supported: supported('PKCE (RFC 7636).', 'S256'),
    authorization_response_iss_parameter_supported: Type.Literal(true, {
      description: 'Each answer names the issuer.',
    }),
    client_id_metadata_document_supported: Type.Literal(true, {
      description: 'A client_id may be the address of its metadata.',
    }),
    protected_resources: supported('Resources of the tokens.', 'https://contacts.example.com/mcp'),
    service_documentation: url('The documentation for agents.'),
  }),
  errors: ['not_found'],

  run(ctx) {
    ctx.header('Cache-Control', 'no-store');
    if (!ctx.ports.use(AgentSignIn).isShownTo(ctx.request.headers.authorization))
      return ctx.fail('not_found', { detail: 'There is no sign-in for agents. Send an API key.' });
    const issuer = ctx.ports.publicUrl();
    return {
      issuer,
      authorization_endpoint: `${issuer}/app/connect/agent`,
      token_endpoint: `${issuer}/api/v1/oauth/tokens`,
      registration_endpoint: `${issuer}/api/v1/oauth/registration`,
      revocation_endpoint: `${issuer}/api/v1/oauth/revoke`,
      scopes_supported: [...agentScopes],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true as const,
      client_id_metadata_document_supported: true as const,
      protected_resources: [`${issuer}/mcp`],
      service_documentation: `${issuer}/api/docs`,
    };
  },
});
