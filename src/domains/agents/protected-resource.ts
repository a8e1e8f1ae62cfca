import Type, { type Static } from 'typebox';
import { agentScopes } from '#core/access.ts';
import type { Context } from '#core/context.ts';
import { open } from '#core/door.ts';
import { AgentSignIn } from '#domains/connections/index.ts';

/** For clients of OAuth: an address that needs a key (RFC 9728 §2). */
const ProtectedResource = Type.Object({
  resource: Type.String({
    description: 'The address that needs a key.',
    examples: ['https://contacts.example.com/mcp'],
  }),
  resource_name: Type.String({ description: 'The product.' }),
  authorization_servers: Type.Optional(
    Type.Array(Type.String({ examples: ['https://contacts.example.com'] }), {
      description: 'Where agents sign in. Absent while they can’t, and for a request that brings an API key.',
    }),
  ),
  scopes_supported: Type.Optional(
    Type.Array(Type.String({ examples: ['lookup'] }), { description: 'The scopes of connections.' }),
  ),
  bearer_methods_supported: Type.Array(Type.Literal('header'), {
    description: 'Where the key or the token goes: the `Authorization` header.',
  }),
  resource_documentation: Type.String({
    description: 'The documentation for agents.',
    examples: ['https://contacts.example.com/api/docs'],
  }),
});

/** Web pages may read what is public. */
export const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

export const discovery = { cacheSeconds: 3600, isHandshake: true };

/** The answer depends on the caller, so no cache keeps it for others. */
const perCaller = { isHandshake: true, forAnyOrigin: true };

/** An operation that describes an address of this host. */
export const describing = (path: '' | '/mcp') => ({
  description:
    'Protected-resource metadata (RFC 9728). A key or an access token goes in the `Authorization` header. A host that brings an API key ' +
    'is shown no sign-in, because it would sign in instead of using the key.',
  kind: 'query' as const,
  doors: [open('GET', `/.well-known/oauth-protected-resource${path}`, perCaller)],
  input: Type.Object({}),
  output: ProtectedResource,
  errors: [],

  run(ctx: Pick<Context, 'header' | 'ports' | 'request'>): Static<typeof ProtectedResource> {
    ctx.header('Cache-Control', 'no-store');
    const publicUrl = ctx.ports.publicUrl();
    const isShown = ctx.ports.use(AgentSignIn).isShownTo(ctx.request.headers.authorization);
    return {
      resource: `${publicUrl}${path}`,
      resource_name: 'Contactry',
      ...(isShown && { authorization_servers: [publicUrl], scopes_supported: [...agentScopes] }),
      bearer_methods_supported: ['header'],
      resource_documentation: `${publicUrl}/api/docs`,
    };
  },
});
