import Type from 'typebox';
import { interfaceVersion, open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { anyOrigin, discovery } from './protected-resource.ts';
import { serverName, summary } from './show-server-card.ts';

/** An entry of an MCP registry for a remote server (schema of 2025-12-11), whose name belongs to the host. */
const RegistryEntry = Type.Object({
  $schema: Type.String({ description: 'The schema of this document.' }),
  name: Type.String({
    pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    maxLength: 200,
    description:
      'The host in reverse, and the product. The registry asks its publisher to prove the host, by DNS or HTTP.',
    examples: ['com.example.contacts/contactry'],
  }),
  title: Type.String({ maxLength: 100, description: 'The product.' }),
  description: Type.String({ maxLength: 100, description: 'The product in one sentence.' }),
  version: Type.String({ maxLength: 255, description: 'The version of the interface.', examples: ['2.0.0'] }),
  websiteUrl: Type.String({ description: 'The documentation for agents.' }),
  remotes: Type.Array(
    Type.Object({
      type: Type.Literal('streamable-http', { description: 'The transport of MCP.' }),
      url: Type.String({
        description: 'The address of the MCP endpoint.',
        examples: ['https://contacts.example.com/mcp'],
      }),
    }),
    { description: 'Where the server can be reached. Hosts sign in there, or send a key.' },
  ),
});

export const showRegistryEntry = operation({
  id: 'agents.show-registry-entry',
  summary: 'Get the entry for MCP registries',
  description: 'A `server.json` of this service, to publish it in an MCP registry.',
  kind: 'query',
  doors: [open('GET', '/.well-known/mcp/server.json', discovery)],
  input: Type.Object({}),
  output: RegistryEntry,
  errors: [],

  run(ctx) {
    ctx.header(...anyOrigin);
    const publicUrl = ctx.ports.publicUrl();
    return {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: serverName(publicUrl),
      title: 'Contactry',
      description: summary,
      version: interfaceVersion,
      websiteUrl: `${publicUrl}/api/docs`,
      remotes: [{ type: 'streamable-http' as const, url: `${publicUrl}/mcp` }],
    };
  },
});
