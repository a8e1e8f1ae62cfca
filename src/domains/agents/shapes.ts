import Type from 'typebox';
import type { AgentAnswer } from '#core/answers/agent-endpoint.ts';

export const agentMethods = ['server/discover', 'initialize', 'ping', 'tools/list', 'tools/call'] as const;

const Id = Type.Union([Type.String(), Type.Integer()], {
  description: 'Absent for a notification, which gets 202 without a body.',
});

/** For the documentation. The endpoint checks messages itself, by the rules of their revision. */
export const RpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0', { description: 'The version of JSON-RPC.' }),
    id: Type.Optional(Id),
    method: Type.Enum([...agentMethods], { description: 'The method of MCP.' }),
    params: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(
            Type.String({ description: 'The tool, for `tools/call`.', examples: ['find_contact'] }),
          ),
          arguments: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), { description: 'The arguments of the tool.' }),
          ),
        },
        { additionalProperties: true, description: 'The parameters of the method.' },
      ),
    ),
  },
  { title: 'AgentMessage' },
);

/** A JSON-RPC answer. The endpoint gives it as text. */
export const RpcAnswer = Type.Unsafe<AgentAnswer>(
  Type.Object(
    {
      jsonrpc: Type.Literal('2.0', { description: 'The version of JSON-RPC.' }),
      id: Type.Optional(
        Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'The `id` of the message.' }),
      ),
      result: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The result of the method. Absent after an error.',
        }),
      ),
      error: Type.Optional(
        Type.Object(
          {
            code: Type.Integer({ description: 'The code, as in JSON-RPC 2.0.' }),
            message: Type.String({ description: 'The reason in a sentence.' }),
            data: Type.Optional(Type.Unknown({ description: 'Details of the error.' })),
          },
          { description: 'Why the method failed. Absent after a success.' },
        ),
      ),
    },
    { examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }] },
  ),
);

/** What a client of OAuth learns about an address that needs a key (RFC 9728 §2). */
export const ProtectedResource = Type.Object({
  resource: Type.String({
    description: 'The address that needs a key.',
    examples: ['https://contacts.example.com/mcp'],
  }),
  resource_name: Type.String({ description: 'The product.' }),
  bearer_methods_supported: Type.Array(Type.Literal('header'), {
    description: 'Where the key goes: the `Authorization` header.',
  }),
  resource_documentation: Type.String({
    description: 'The documentation for agents.',
    examples: ['https://contacts.example.com/api/docs'],
  }),
});
