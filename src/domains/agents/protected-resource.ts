import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { open } from '#core/door.ts';

/** For clients of OAuth: an address that needs a key (RFC 9728 §2). */
const ProtectedResource = Type.Object({
  resource: Type.String({
    description: 'The address that needs a key.',
    examples: ['https://contacts.example.com/mcp'],
  }),
  resource_name: Type.String({ description: 'The product.' }),
  bearer_methods_supported: Type.Array(Type.Literal('header'), {
    description: 'Where the key goes: the `Authorization` header.',
  }),
  resource_documentation: Type.String({
    description: 'The documentation for agents.',
    examples: ['https://contacts.example.com/api/docs'],
  }),
});

/** Web pages may read what is public. */
export const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

export const discovery = { cacheSeconds: 3600, isHandshake: true };

/** An operation that describes an address of this host. It names no authorization server: clients that find one ignore their key. */
export const describing = (path: '' | '/mcp') => ({
  description:
    'Protected-resource metadata (RFC 9728). A key goes in the `Authorization` header; there is no OAuth sign-in.',
  kind: 'query' as const,
  doors: [open('GET', `/.well-known/oauth-protected-resource${path}`, discovery)],
  input: Type.Object({}),
  output: ProtectedResource,
  errors: [],

  run(ctx: Pick<Context, 'header' | 'ports'>): Static<typeof ProtectedResource> {
    ctx.header(...anyOrigin);
    const publicUrl = ctx.ports.publicUrl();
    return {
      resource: `${publicUrl}${path}`,
      resource_name: 'Contactry',
      bearer_methods_supported: ['header'],
      resource_documentation: `${publicUrl}/api/docs`,
    };
  },
});
