import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { anyOrigin, discovery, ProtectedResource, protectedResource } from './protected-resource.ts';

export const describeEndpoint = operation({
  id: 'agents.describe-endpoint',
  summary: 'Learn how to authorise with the agents’ endpoint',
  description:
    'Protected-resource metadata (RFC 9728). A key goes in the `Authorization` header; there is no OAuth sign-in.',
  kind: 'query',
  doors: [open('GET', '/.well-known/oauth-protected-resource/mcp', discovery)],
  input: Type.Object({}),
  output: ProtectedResource,
  errors: [],

  run(ctx) {
    ctx.header(...anyOrigin);
    return protectedResource(ctx.ports.publicUrl(), '/mcp');
  },
});
