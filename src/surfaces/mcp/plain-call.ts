import {
  classifyInboundRequest,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { AgentMessage } from '#core/answers/agent-endpoint.ts';
import { modernVersion } from './server-options.ts';

export type Era = 'modern' | 'legacy';

/**
 * The era of a call of a tool whose headers leave nothing to object to. Null for every other message: what is wrong with it, the
 * SDK's handler of HTTP requests says. Without an id it is a notification, which calls nothing.
 */
export function eraOfPlainCall(
  { headers }: AgentMessage['request'],
  message: Record<string, unknown>,
): Era | null {
  if (message.method !== 'tools/call' || message.id === undefined) return null;
  const version = headers['mcp-protocol-version'];
  const method = headers['mcp-method'];
  const name = headers['mcp-name'];
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body: message,
  });
  if (route.kind === 'legacy' && route.reason === 'no-claim') {
    return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version) ? 'legacy' : null;
  }
  const isPlain =
    route.kind === 'modern' &&
    route.classification.revision === modernVersion &&
    version === modernVersion &&
    method === message.method &&
    name === (message as JSONRPCRequest).params?.name;
  return isPlain ? 'modern' : null;
}
