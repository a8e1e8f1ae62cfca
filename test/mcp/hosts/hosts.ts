/** How the hosts of agents sign in, as their documentation, their published metadata and reports of their users have it. */
export interface Host {
  name: string;
  /** Its first message: with the handshake of older revisions, or the question of newer ones. */
  begins: 'initialize' | 'server/discover';
  /** The documents that it looks up after a 401, in order, with the status of each. */
  discovery: readonly (readonly [path: string, status: number])[];
  /** It is named by the address of its metadata. */
  document?: { url: string; metadata: Record<string, unknown> };
  /** It registers with this. */
  registers?: Record<string, unknown>;
  /** Where it wants the code. */
  redirectUri: string;
  /** Beyond the parameters that all send. */
  asks?: Readonly<Record<string, string>>;
  /** A program of older revisions knows no resource indicator. */
  namesResource: boolean;
  /** It reads no metadata, and uses the default addresses. */
  isFirstRevision?: true;
  /** It asks from a page of a browser. */
  origin?: string;
  /** What the person sees: who vouches for the name, and where the answer goes. */
  shown: { name: string; host: string | null; sends_to: string | null };
}

const pathDocument = ['/.well-known/oauth-protected-resource/mcp', 200] as const;
const serverDocument = ['/.well-known/oauth-authorization-server', 200] as const;
const usual = [pathDocument, serverDocument];

const publicClient = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

const documentOf = (url: string, metadata: Record<string, unknown>) => ({
  url,
  metadata: { client_id: url, ...publicClient, ...metadata },
});

export const hosts: readonly Host[] = [
  {
    name: 'Claude’s connectors',
    begins: 'initialize',
    discovery: usual,
    document: documentOf('https://claude.ai/oauth/mcp-oauth-client-metadata', {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    }),
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    namesResource: true,
    shown: { name: 'Claude', host: 'claude.ai', sends_to: 'claude.ai' },
  },
  {
    name: 'Claude’s connectors, registering',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...publicClient,
      scope: 'lookup jobs usage',
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    namesResource: true,
    shown: { name: 'Claude', host: null, sends_to: 'claude.ai' },
  },
  {
    name: 'Claude Code',
    begins: 'server/discover',
    discovery: usual,
    // Its document has no port, and its request the one that was free.
    document: documentOf('https://claude.ai/oauth/claude-code-client-metadata', {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    }),
    redirectUri: 'http://localhost:55611/callback',
    namesResource: true,
    shown: { name: 'Claude Code', host: 'claude.ai', sends_to: null },
  },
  {
    name: 'ChatGPT’s connectors',
    begins: 'initialize',
    discovery: usual,
    // It prefers to sign, and falls back to what the server supports.
    document: documentOf('https://chatgpt.com/oauth/IbUR3zxyNQ16/client.json', {
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      redirect_uris: ['https://chatgpt.com/connector/oauth/IbUR3zxyNQ16'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    }),
    redirectUri: 'https://chatgpt.com/connector/oauth/IbUR3zxyNQ16',
    asks: { scope: 'lookup jobs usage' },
    namesResource: true,
    shown: { name: 'ChatGPT', host: 'chatgpt.com', sends_to: 'chatgpt.com' },
  },
  {
    name: 'Cursor',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      ...publicClient,
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    namesResource: true,
    shown: { name: 'Cursor', host: null, sends_to: null },
  },
  {
    name: 'VS Code',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      ...publicClient,
      application_type: 'native',
    },
    redirectUri: 'http://127.0.0.1:49152/',
    asks: { scope: 'lookup jobs usage', prompt: 'select_account' },
    namesResource: true,
    shown: { name: 'Visual Studio Code', host: null, sends_to: null },
  },
  {
    name: 'VS Code in a browser',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/'],
      ...publicClient,
    },
    redirectUri: 'https://vscode.dev/redirect',
    namesResource: true,
    shown: { name: 'Visual Studio Code', host: null, sends_to: 'vscode.dev' },
  },
  {
    name: 'Codex',
    begins: 'initialize',
    discovery: usual,
    // It registers one name of this computer, and uses the other.
    registers: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:43119/callback/3q2-7w_dvn2r'],
      ...publicClient,
    },
    redirectUri: 'http://localhost:43119/callback/3q2-7w_dvn2r',
    namesResource: false,
    shown: { name: 'Codex', host: null, sends_to: null },
  },
  {
    name: 'mcp-remote',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      ...publicClient,
    },
    redirectUri: 'http://localhost:3334/oauth/callback',
    namesResource: true,
    shown: { name: 'MCP CLI Proxy', host: null, sends_to: null },
  },
  {
    name: 'the MCP inspector',
    begins: 'initialize',
    discovery: usual,
    registers: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
      ...publicClient,
      scope: 'lookup jobs usage',
    },
    redirectUri: 'http://localhost:6274/oauth/callback/debug',
    asks: { scope: 'lookup jobs usage' },
    namesResource: true,
    origin: 'http://localhost:6274',
    shown: { name: 'MCP Inspector', host: null, sends_to: null },
  },
  {
    name: 'a program of revision 2025-03-26',
    begins: 'initialize',
    discovery: [],
    registers: { client_name: 'Old program', redirect_uris: ['http://127.0.0.1:8765/callback'] },
    redirectUri: 'http://127.0.0.1:8765/callback',
    namesResource: false,
    isFirstRevision: true,
    shown: { name: 'Old program', host: null, sends_to: null },
  },
];
