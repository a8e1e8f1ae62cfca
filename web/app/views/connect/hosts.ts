export interface Host {
  id: string;
  name: string;
  /** Where the text goes, and what else to know. */
  where: string;
  /** The text, for the address of our endpoint. */
  setup: (url: string) => string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const cursor = (url: string) =>
  json({ mcpServers: { contactry: { url, headers: { Authorization: `Bearer \${env:CONTACTRY_KEY}` } } } });

const vsCode = (url: string) =>
  json({
    inputs: [{ type: 'promptString', id: 'contactry-key', description: 'Contactry API key', password: true }],
    servers: {
      contactry: { type: 'http', url, headers: { Authorization: `Bearer \${input:contactry-key}` } },
    },
  });

const program = (
  url: string,
) => `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'my-agent', version: '1.0.0' });
const headers = { authorization: \`Bearer \${process.env.CONTACTRY_KEY}\` };
await client.connect(
  new StreamableHTTPClientTransport(new URL('${url}'), { requestInit: { headers } }),
);`;

/** As docs/guide/agents.md has them. */
export const hosts: readonly Host[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: 'Run this in a terminal.',
    setup: (url) =>
      `claude mcp add --transport http contactry ${url} \\\n  --header "Authorization: Bearer cty_live_…"`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    where:
      'Put this into ~/.cursor/mcp.json, or .cursor/mcp.json in a project, and your key into the variable CONTACTRY_KEY.',
    setup: cursor,
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    where: 'Put this into .vscode/mcp.json. VS Code asks for the key once and keeps it.',
    setup: vsCode,
  },
  {
    id: 'codex',
    name: 'Codex',
    where: 'Put this into ~/.codex/config.toml, and your key into the variable CONTACTRY_KEY.',
    setup: (url) => `[mcp_servers.contactry]\nurl = "${url}"\nbearer_token_env_var = "CONTACTRY_KEY"`,
  },
  {
    id: 'claude',
    name: 'Claude (web and desktop)',
    where:
      'Add a custom connector with this URL and this request header. Pro, Max and Team plans have request headers.',
    setup: (url) => `${url}\nAuthorization: Bearer cty_live_…`,
  },
  {
    id: 'program',
    name: 'Your own program',
    where: 'Install @modelcontextprotocol/client, and put your key into the variable CONTACTRY_KEY.',
    setup: program,
  },
];
