import { isIP } from 'node:net';
import Type, { type Static } from 'typebox';
import { AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import { interfaceVersion, open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { AgentSignIn } from '#domains/connections/index.ts';
import { anyOrigin, discovery } from './protected-resource.ts';

const Secret = Type.Object({
  description: Type.String({ description: 'The value to enter.' }),
  isRequired: Type.Boolean({
    description: 'Whether a host must send it. False while it can sign in instead.',
  }),
  isSecret: Type.Literal(true, { description: 'Always true: clients must not show it.' }),
});

const Url = Type.String({
  description: 'The address of the MCP endpoint.',
  examples: ['https://contacts.example.com/mcp'],
});
const Transport = Type.Literal('streamable-http', { description: 'The transport of MCP.' });
const ApiKey = Type.Object(Secret.properties, { description: 'The API key.' });

/** Server Card v1 (SEP-2127), with the members that crawlers of its forerunners read. */
const ServerCard = Type.Object({
  $schema: Type.String({ description: 'The schema of this document.' }),
  name: Type.String({
    description: 'The host in reverse, and the product.',
    examples: ['com.example.contacts/contactry'],
  }),
  version: Type.String({ description: 'The version of the interface.', examples: ['2.0.0'] }),
  title: Type.String({ description: 'The product.' }),
  description: Type.String({ description: 'The product in one sentence.', maxLength: 100 }),
  websiteUrl: Type.String({ description: 'The documentation for agents.' }),
  remotes: Type.Array(
    Type.Object({
      type: Transport,
      url: Url,
      supportedProtocolVersions: Type.Array(Type.String({ examples: ['2026-07-28'] }), {
        description: 'Revisions of MCP, newest first.',
      }),
      headers: Type.Array(
        Type.Object({
          name: Type.String({ description: 'The name of the header.' }),
          ...Secret.properties,
          value: Type.String({
            description: 'A template. The client replaces `{api_key}`.',
            examples: ['Bearer {api_key}'],
          }),
          variables: Type.Object({ api_key: ApiKey }, { description: "The template's parameters." }),
        }),
        { description: 'Headers that a host may send.' },
      ),
    }),
    { description: 'Where the server can be reached.' },
  ),
  url: Url,
  transport: Type.Object(
    {
      type: Transport,
      endpoint: Type.Literal('/mcp', { description: 'The path of the MCP endpoint.' }),
    },
    { description: 'How to connect, for older crawlers.' },
  ),
  protocolVersion: Type.String({ description: 'The newest supported revision of MCP.' }),
  capabilities: Type.Object(
    { tools: Type.Object({}, { description: 'The server offers tools.' }) },
    { description: "The server's capabilities." },
  ),
});

export const showServerCard = operation({
  id: 'agents.show-server-card',
  summary: "Get the agents' manifest",
  description:
    'An MCP server card: where the endpoint is, which revisions it speaks, and which header it takes.',
  kind: 'query',
  doors: [open('GET', '/.well-known/mcp.json', discovery)],
  input: Type.Object({}),
  output: ServerCard,
  errors: [],

  async run(ctx) {
    ctx.header(...anyOrigin);
    const versions = await ctx.ports.use(AgentEndpoint).protocolVersions();
    return serverCard(ctx.ports.publicUrl(), versions, !ctx.ports.use(AgentSignIn).isOn());
  },
});

const secret = (description: string, isRequired: boolean): Static<typeof Secret> => ({
  description,
  isRequired,
  isSecret: true,
});

/** The product in one sentence of at most 100 characters. */
export const summary =
  'Find the known emails, phones and links of a person from a profile link, with sources.';

/** The host in reverse, and the product. */
export const serverName = (publicUrl: string): string => `${reversed(new URL(publicUrl).hostname)}/contactry`;

function serverCard(
  publicUrl: string,
  versions: readonly string[],
  needsKey: boolean,
): Static<typeof ServerCard> {
  const url = `${publicUrl}/mcp`;
  const authorization = {
    name: 'Authorization',
    ...secret('API key as a bearer token', needsKey),
    value: 'Bearer {api_key}',
    variables: { api_key: secret('API key: cty_live_… or cty_test_…', needsKey) },
  };
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: serverName(publicUrl),
    version: interfaceVersion,
    title: 'Contactry',
    description: summary,
    websiteUrl: `${publicUrl}/api/docs`,
    remotes: [
      { type: 'streamable-http', url, supportedProtocolVersions: [...versions], headers: [authorization] },
    ],
    url,
    transport: { type: 'streamable-http', endpoint: '/mcp' },
    protocolVersion: versions[0]!,
    capabilities: { tools: {} },
  };
}

/** A card's name has only letters, digits, dots and hyphens. */
const reversed = (host: string): string => {
  const plain = host.replace(/[^a-zA-Z0-9.-]/g, '-').replace(/^-+|-+$/g, '');
  return isIP(host) ? plain : plain.split('.').reverse().join('.');
};
