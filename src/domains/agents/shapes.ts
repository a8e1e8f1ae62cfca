import Type from 'typebox';
import type { AgentAnswer } from '#core/agent-endpoint.ts';

export const agentMethods = ['server/discover', 'initialize', 'ping', 'tools/list', 'tools/call'] as const;

const Id = Type.Union([Type.String(), Type.Integer()], {
  description: 'Absent for a notification, which gets 202 without a body.',
});

/** For the documentation. The endpoint checks messages itself, by the rules of their revision. */
export const RpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Id),
    method: Type.Enum([...agentMethods]),
    params: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(
            Type.String({ description: 'The tool, for `tools/call`.', examples: ['find_contact'] }),
          ),
          arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { title: 'AgentMessage' },
);

/** A JSON-RPC answer. The endpoint gives it as text. */
export const RpcAnswer = Type.Unsafe<AgentAnswer>(
  Type.Object(
    {
      jsonrpc: Type.Literal('2.0'),
      id: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
      result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      error: Type.Optional(
        Type.Object({
          code: Type.Integer(),
          message: Type.String(),
          data: Type.Optional(Type.Unknown()),
        }),
      ),
    },
    { examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }] },
  ),
);

/** What a client of OAuth learns about an address that needs a key (RFC 9728 §2). */
export const ProtectedResource = Type.Object({
  resource: Type.String({ examples: ['https://contacts.example.com/mcp'] }),
  resource_name: Type.String(),
  bearer_methods_supported: Type.Array(Type.Literal('header')),
  resource_documentation: Type.String({ examples: ['https://contacts.example.com/api/docs'] }),
});
