import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { listeningUrl } from '#app/wiring/public-url.ts';
import { asOperator, type Customer } from './kit.ts';
import type { TestService } from './service.ts';

/** The part of any official client that the tests use. */
export interface AgentClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: object; outputSchema?: object | undefined }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

const identity = { name: 'client-of-the-tests', version: '1.0.0' };

/** The official clients, by name: both packages, and each era of the protocol. */
export const officialClients: Readonly<Record<string, (url: URL, key: string) => Promise<AgentClient>>> = {
  'v1 with a handshake': async (url, key) => {
    const client = new FirstClient(identity);
    // Its own types don't fit each other under exactOptionalPropertyTypes.
    await client.connect(new FirstTransport(url, withKey(key)) as never);
    return client as unknown as AgentClient;
  },
  'v2 with a handshake': (url, key) => modern(url, key, 'legacy'),
  'v2 that finds out': (url, key) => modern(url, key, 'auto'),
  'v2 without a handshake': (url, key) => modern(url, key, { pin: '2026-07-28' }),
};

async function modern(
  url: URL,
  key: string,
  mode: 'legacy' | 'auto' | { pin: string },
): Promise<AgentClient> {
  const client = new ModernClient(identity, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, withKey(key)));
  return client as unknown as AgentClient;
}

const withKey = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

/** Where agents reach a service of the tests. */
export async function agentUrl(service: TestService): Promise<URL> {
  const { server } = service.app;
  if (server.addresses().length === 0) await server.listen({ host: '127.0.0.1', port: 0 });
  return new URL('/mcp', listeningUrl(server));
}

let customers = 0;

/** A customer whose plan lets agents in. */
export async function agentCustomer(service: TestService, others: object = {}): Promise<Customer> {
  const accountId = `agent-customer-${++customers}`;
  const made = await asOperator(service, 'POST', '/api/v1/keys/create', {
    email: `${accountId}@example.com`,
    account_id: accountId,
    plan: 'starter',
    credits: 10,
    rate_limit_per_min: 10_000,
    ...others,
  });
  return { accountId, key: made.key, keyId: made.id };
}

/** One message of an agent, as a program without a handshake may send it. */
export const sendMessage = (
  service: TestService,
  key: string | null,
  message: unknown,
  headers: Record<string, string> = {},
) =>
  service.request('POST', '/mcp', {
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
  });

/** Calls a tool, and gives its result. */
export async function callTool(
  service: TestService,
  key: string,
  name: string,
  given: Record<string, unknown> = {},
): Promise<ToolResult> {
  const params = { name, arguments: given };
  const response = await sendMessage(service, key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return response.json().result;
}
