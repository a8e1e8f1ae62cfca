export interface Host {
  id: string;
  name: string;
  /** How the host signs in. Null: it can only send a key. */
  signIn: Setup | null;
  /** How the host sends a key. Null: it can only sign in. */
  withKey: Setup | null;
}

interface Setup {
  /** Where the text goes, and what else to know. */
  where: string;
  /** The text, for the address of our endpoint. */
  text: (url: string) => string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const address = (url: string) => url;

const cursorFile = '~/.cursor/mcp.json, or .cursor/mcp.json in a project';

const vsCodeKey = (url: string) =>
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

/** As docs/guide/agent-sign-in.md and docs/guide/agents.md have them. */
export const hosts: readonly Host[] = [
  {
    id: 'claude',
    name: 'Claude (web, desktop and mobile)',
    signIn: { where: 'Settings, Connectors, Add custom connector. Paste this address.', text: address },
    withKey: {
      where:
        'Add a custom connector with this URL and this request header. Pro, Max and Team plans have request headers.',
      text: (url) => `${url}\nAuthorization: Bearer cty_live_…`,
    },
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    signIn: {
      where: 'Run this in a terminal. Then type /mcp in a session, and choose Authenticate.',
      text: (url) => `claude mcp add --transport http contactry ${url}`,
    },
    withKey: {
      where: 'Run this in a terminal.',
      text: (url) =>
        `claude mcp add --transport http contactry ${url} \\\n  --header "Authorization: Bearer cty_live_…"`,
    },
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    signIn: {
      where:
        'Settings, Apps & Connectors, Advanced settings: switch on the developer mode. Then Create, with this MCP server URL and OAuth.',
      text: address,
    },
    withKey: null,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    signIn: {
      where: `Put this into ${cursorFile}. Then Settings, Tools & MCP, Connect.`,
      text: (url) => json({ mcpServers: { contactry: { url } } }),
    },
    withKey: {
      where: `Put this into ${cursorFile}, and your key into the variable CONTACTRY_KEY.`,
      text: (url) =>
        json({
          mcpServers: { contactry: { url, headers: { Authorization: `Bearer \${env:CONTACTRY_KEY}` } } },
        }),
    },
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    signIn: {
      where: 'Put this into .vscode/mcp.json. VS Code asks to sign in when it starts the server.',
      text: (url) => json({ servers: { contactry: { type: 'http', url } } }),
    },
    withKey: {
      where: 'Put this into .vscode/mcp.json. VS Code asks for the key once and keeps it.',
      text: vsCodeKey,
    },
  },
  {
    id: 'codex',
    name: 'Codex',
    signIn: {
      where: 'Run this in a terminal.',
      text: (url) => `codex mcp add contactry --url ${url}\ncodex mcp login contactry`,
    },
    withKey: {
      where: 'Put this into ~/.codex/config.toml, and your key into the variable CONTACTRY_KEY.',
      text: (url) => `[mcp_servers.contactry]\nurl = "${url}"\nbearer_token_env_var = "CONTACTRY_KEY"`,
    },
  },
  {
    id: 'mcp-remote',
    name: 'mcp-remote',
    signIn: {
      where: 'For hosts that start programs and reach no addresses, such as older desktop apps.',
      text: (url) => json({ mcpServers: { contactry: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
    },
    withKey: null,
  },
  {
    id: 'program',
    name: 'Your own program',
    signIn: null,
    withKey: {
      where: 'Install @modelcontextprotocol/client, and put your key into the variable CONTACTRY_KEY.',
      text: program,
    },
  },
];
