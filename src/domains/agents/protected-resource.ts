import type { Static } from 'typebox';
import type { ProtectedResource } from './shapes.ts';

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
