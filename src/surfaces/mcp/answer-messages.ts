import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  ProtocolError,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AgentAnswer, AgentMessage } from '#core/answers/agent-endpoint.ts';
import { callTool, type ToolCall, type ToolsOptions } from './call-tool.ts';
import { answerText, KnownCalls, plainCallOf } from './known-calls.ts';
import { idOf, readMessage, rpcError } from './read-message.ts';
import { modernVersion, serverIdentity, serverOptions } from './server-options.ts';
import { compileTools } from './tools.ts';

/** One exchange with the SDK. */
interface Exchange {
  message: AgentMessage;
  /** The JSON that the tool returned, if one was called. */
  result?: string;
  /** An error beyond those that a tool may answer. */
  broken?: { error: unknown };
}

export interface EndpointOptions extends Omit<ToolsOptions, 'tools'> {
  publicUrl: () => string;
}

/**
 * MCP over HTTP without sessions, for both eras of the protocol, by the official SDK. Every answer is JSON. A call like one that the
 * SDK has accepted before is answered without it.
 */
export function answersOf({ publicUrl, ...others }: EndpointOptions) {
  const options = { ...others, tools: compileTools(others.manifest) };
  const answerBySdk = openSdk(options, publicUrl);
  const known = new KnownCalls();

  return {
    protocolVersions: [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS],
    async answer(message: AgentMessage): Promise<AgentAnswer> {
      const read = readMessage(message.body);
      if (!read.ok) return { status: 400, json: read.error };
      const { message: parsedBody } = read;
      // Answered by the SDK with a stream that never ends; we announce nothing to subscribe to.
      if (parsedBody.method === 'subscriptions/listen') {
        return { status: 404, json: rpcError(-32601, 'Method not found', idOf(parsedBody)) };
      }
      const protocolHeaders = protocolHeadersOf(message.request.headers);
      const call = plainCallOf({ publicUrl: publicUrl(), protocolHeaders, message: parsedBody });
      const additions = call && known.additionsTo(call.form);
      if (call && additions !== null) {
        const result = await callTool(options, message, parsedBody.params as ToolCall);
        return { status: 200, json: answerText(call.id, result, additions) };
      }
      const exchange: Exchange = { message };
      const answer = await answerBySdk(exchange, protocolHeaders, parsedBody);
      if (exchange.broken) throw exchange.broken.error;
      if (call && exchange.result !== undefined) known.learn(call, exchange.result, answer);
      return answer;
    },
  };
}

/** Answers a message by the SDK's own handlers of HTTP requests. */
function openSdk(options: ToolsOptions, publicUrl: () => string) {
  const list = { tools: [...options.tools.values()].map(({ listed }) => listed) };
  const identity = serverIdentity(publicUrl);

  const serverFor = (exchange: Exchange): Server => {
    const server = new Server(identity(), serverOptions);
    server.setRequestHandler('tools/list', () => list);
    server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        exchange.result = await callTool(options, exchange.message, params);
      } catch (error) {
        if (!(error instanceof ProtocolError)) exchange.broken = { error };
        throw error;
      }
      return JSON.parse(exchange.result);
    });
    return server;
  };
  const modern = createMcpHandler(
    ({ authInfo }: McpRequestContext) => serverFor(authInfo!.extra!.exchange as Exchange),
    { legacy: 'reject' },
  );

  return async (
    exchange: Exchange,
    protocolHeaders: Record<string, string>,
    parsedBody: Record<string, unknown>,
  ): Promise<AgentAnswer> => {
    const request = requestOf(protocolHeaders, publicUrl());
    return answerOf(
      (await isLegacyRequest(request, parsedBody))
        ? await answerLegacy(serverFor(exchange), request, parsedBody)
        : await modern.fetch(request, { parsedBody, authInfo: carrying(exchange) }),
    );
  };
}

/** Passes the exchange through the SDK, which hands it to the factory of servers. */
const carrying = (exchange: Exchange) => ({ token: '', clientId: '', scopes: [], extra: { exchange } });

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
const requestOf = (protocolHeaders: Record<string, string>, publicUrl: string): Request =>
  new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...protocolHeaders,
    },
  });

/** No session is kept, so a session's id says nothing. */
function protocolHeadersOf(headers: AgentMessage['request']['headers']): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name in headers)
    if (name.startsWith('mcp-') && name !== 'mcp-session-id') found[name] = headers[name]!;
  return found;
}

const answerOf = async (response: Response): Promise<AgentAnswer> => ({
  status: response.status,
  json: await response.text(),
});
