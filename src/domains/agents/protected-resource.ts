import Type, { type Static } from 'typebox';

/** For clients of OAuth: an address that needs a key (RFC 9728 §2). */
export const ProtectedResource = Type.Object({
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

/** Names no authorization server, because there is none: clients that find one ignore the key they were given. */
export const protectedResource = (publicUrl: string, path: string): Static<typeof ProtectedResource> => ({
  resource: `${publicUrl}${path}`,
  resource_name: 'Contactry',
  bearer_methods_supported: ['header'],
  resource_documentation: `${publicUrl}/api/docs`,
});

/** Web pages may read what is public. */
export const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

export const discovery = { cacheSeconds: 3600, isHandshake: true };
