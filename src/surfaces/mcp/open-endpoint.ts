import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCRequest,
  type McpRequestContext,
  ProtocolError,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AgentAnswer, AgentEndpoint, AgentMessage } from '#core/answers/agent-endpoint.ts';
import { callTool, type ToolsOptions } from './call-tool.ts';
import { type Era, eraOfPlainCall } from './plain-call.ts';
import { idOf, readMessage, rpcError } from './read-message.ts';
import { modernVersion, serverIdentity, serverOptions } from './server-options.ts';
import { SharedConnection } from './shared-connection.ts';
import { compileTools } from './tools.ts';

/** One exchange, with what went wrong in it beyond what a tool may answer. */
interface Exchange {
  message: AgentMessage;
  /** Whether a tool was called. */
  isUnderWay?: boolean;
  broken?: { error: unknown };
}

export interface EndpointOptions extends Omit<ToolsOptions, 'tools'> {
  publicUrl: () => string;
}

/** MCP over HTTP without sessions, for both eras of the protocol, by the official SDK. Every answer is JSON. */
export function openAgentEndpoint({ publicUrl, ...options }: EndpointOptions): AgentEndpoint {
  const tools = compileTools(options.manifest);
  const list = { tools: [...tools.values()].map(({ listed }) => listed) };
  const identity = serverIdentity(publicUrl);

  const serverFor = (exchangeOf: (id: JSONRPCRequest['id']) => Exchange): Server => {
    const server = new Server(identity(), serverOptions);
    server.setRequestHandler('tools/list', () => list);
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
      const exchange = exchangeOf(mcpReq.id);
      exchange.isUnderWay = true;
      const { message } = exchange;
      const called = callTool({ ...options, tools }, message, params);
      return called.catch((error) => {
        if (!(error instanceof ProtocolError)) exchange.broken = { error };
        throw error;
      });
    });
    return server;
  };
  const modern = createMcpHandler(
    ({ authInfo }: McpRequestContext) => serverFor(() => exchangeIn(authInfo)),
    {
      legacy: 'reject',
    },
  );
  const plainCalls = openPlainCalls(serverFor, publicUrl);

  async function overHttp(exchange: Exchange, parsedBody: Record<string, unknown>): Promise<AgentAnswer> {
    const request = requestOf(exchange.message, publicUrl());
    return answerOf(
      (await isLegacyRequest(request, parsedBody))
        ? await answerLegacy(
            serverFor(() => exchange),
            request,
            parsedBody,
          )
        : await modern.fetch(request, { parsedBody, authInfo: carrying(exchange) }),
    );
  }

  return {
    protocolVersions: [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS],
    async answer(message) {
      const read = readMessage(message.body);
      if (!read.ok) return { status: 400, json: read.error };
      const { message: parsedBody } = read;
      // Answered by the SDK with a stream that never ends; we announce nothing to subscribe to.
      if (parsedBody.method === 'subscriptions/listen') {
        return { status: 404, json: rpcError(-32601, 'Method not found', idOf(parsedBody)) };
      }
      const exchange: Exchange = { message };
      const answer = (await plainCalls(exchange, parsedBody)) ?? (await overHttp(exchange, parsedBody));
      if (exchange.broken) throw exchange.broken.error;
      return answer;
    },
  };
}

type ServerFor = (exchangeOf: (id: JSONRPCRequest['id']) => Exchange) => Server;

/** Answers calls of tools that need no look at HTTP, on one connection for each era. Null for any other message. */
function openPlainCalls(serverFor: ServerFor, publicUrl: () => string) {
  const connections = new Map<string, SharedConnection<Exchange>>();
  /** A server tells its URL, which is known once the service listens. */
  const connectionOf = (era: Era): SharedConnection<Exchange> => {
    const key = `${era} ${publicUrl()}`;
    const open = connections.get(key);
    if (open && !open.isClosed) return open;
    const opened = new SharedConnection<Exchange>(serverFor);
    connections.set(key, opened);
    return opened;
  };
  return async (exchange: Exchange, message: Record<string, unknown>): Promise<AgentAnswer | null> => {
    const era = eraOfPlainCall(exchange.message.request, message);
    if (era === null) return null;
    const answer = await connectionOf(era).answerTo(message as unknown as JSONRPCRequest, exchange);
    // Refused before the tool was reached: the status of that is a matter of HTTP.
    if (!exchange.isUnderWay) return null;
    if (!answer) throw new Error('The connection that calls of tools share was closed under way');
    return { status: 200, json: JSON.stringify(answer) };
  };
}

/** Passes the exchange through the SDK, which hands it to the factory of servers. */
const carrying = (exchange: Exchange) => ({ token: '', clientId: '', scopes: [], extra: { exchange } });
const exchangeIn = (authInfo: McpRequestContext['authInfo']) => authInfo!.extra!.exchange as Exchange;

/** One exchange of the protocol with a handshake. The SDK's own handler would answer it with a stream. */
async function answerLegacy(server: Server, request: Request, parsedBody: object): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** The request as the SDK expects it: with the protocol's headers, and ready for either kind of answer. */
function requestOf({ request }: AgentMessage, publicUrl: string): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (protocolHeader.test(name) && value !== undefined) headers.set(name, value);
  }
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers });
}

/** No session is kept, so a session's id says nothing. */
const protocolHeader = /^mcp-(?!session-id$)/;

const answerOf = async (response: Response): Promise<AgentAnswer> => ({
  status: response.status,
  json: await response.text(),
});
