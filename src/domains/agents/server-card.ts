import { isIP } from 'node:net';
import Type, { type Static } from 'typebox';
import { interfaceVersion } from '#core/door.ts';

const Secret = Type.Object({
  description: Type.String(),
  isRequired: Type.Literal(true),
  isSecret: Type.Literal(true),
});

/** Server Card v1 (SEP-2127), with the members that crawlers of its forerunners read. */
export const ServerCard = Type.Object({
  $schema: Type.String(),
  name: Type.String({
    description: 'The host in reverse, and the product.',
    examples: ['com.example.contacts/contactry'],
  }),
  version: Type.String({ examples: ['2.0.0'] }),
  title: Type.String(),
  description: Type.String({ maxLength: 100 }),
  websiteUrl: Type.String(),
  remotes: Type.Array(
    Type.Object({
      type: Type.Literal('streamable-http'),
      url: Type.String({ examples: ['https://contacts.example.com/mcp'] }),
      supportedProtocolVersions: Type.Array(Type.String({ examples: ['2026-07-28'] })),
      headers: Type.Array(
        Type.Object({
          name: Type.String(),
          ...Secret.properties,
          value: Type.String({ examples: ['Bearer {api_key}'] }),
          variables: Type.Object({ api_key: Secret }),
        }),
      ),
    }),
  ),
  url: Type.String({ examples: ['https://contacts.example.com/mcp'] }),
  transport: Type.Object({ type: Type.Literal('streamable-http'), endpoint: Type.Literal('/mcp') }),
  protocolVersion: Type.String(),
  capabilities: Type.Object({ tools: Type.Object({}) }),
});

const secret = (description: string): Static<typeof Secret> => ({
  description,
  isRequired: true,
  isSecret: true,
});

export function serverCard(publicUrl: string, versions: readonly string[]): Static<typeof ServerCard> {
  const url = `${publicUrl}/mcp`;
  const authorization = {
    name: 'Authorization',
    ...secret('API key as a bearer token'),
    value: 'Bearer {api_key}',
    variables: { api_key: secret('API key: cty_live_… or cty_test_…') },
  };
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversed(new URL(publicUrl).hostname)}/contactry`,
    version: interfaceVersion,
    title: 'Contactry',
    description: 'Find the known e-mails, phones and links of a person from a profile link, with sources.',
    websiteUrl: `${publicUrl}/api/docs`,
    remotes: [
      {
        type: 'streamable-http',
        url,
        supportedProtocolVersions: [...versions],
        headers: [authorization],
      },
    ],
    url,
    transport: { type: 'streamable-http', endpoint: '/mcp' },
    protocolVersion: versions[0]!,
    capabilities: { tools: {} },
  };
}

/** Only letters, digits, dots and hyphens may stand in a card's name. */
const reversed = (host: string): string => {
  const plain = host.replace(/[^a-zA-Z0-9.-]/g, '-').replace(/^-+|-+$/g, '');
  return isIP(host) ? plain : plain.split('.').reverse().join('.');
};
