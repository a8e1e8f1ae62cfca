import Type from 'typebox';
import type { AgentScope } from '#core/access.ts';
import { type AgentAnswer, AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import { JsonAnswer } from '#core/answers/json-answer.ts';
import type { Context } from '#core/context.ts';
import { agent } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { AskAgentAccess } from '#domains/billing/index.ts';
import { scopeText } from '#domains/connections/index.ts';
import { challenge } from './challenge.ts';

const agentMethods = ['server/discover', 'initialize', 'ping', 'tools/list', 'tools/call'] as const;

const Id = Type.Union([Type.String(), Type.Integer()], {
  description: 'Absent for a notification, which gets 202 without a body.',
});

/** For the documentation. The endpoint checks messages itself, by the rules of their revision. */
const RpcMessage = Type.Object(
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

/** A JSON-RPC answer. The endpoint returns it as text. */
const RpcAnswer = Type.Unsafe<AgentAnswer>(
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

export const answerAgent = operation({
  id: 'agents.answer-agent',
  summary: 'Call the service as an agent (MCP)',
  description: `The Model Context Protocol over HTTP, with or without its handshake. Send one JSON-RPC message. The answer is JSON, and no session is kept. Methods: ${agentMethods.join(', ')}. When a tool refuses, its result has \`isError\` and says why. A tool beyond the scopes of a connection is 403. Every request counts towards the key's limit.`,
  kind: 'query',
  doors: [
    agent('POST', '/mcp', {
      bodies: { 'application/json': 'raw' },
      bodyShape: RpcMessage,
      bodyExamples: { 'application/json': '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
    }),
  ],
  account: 'required',
  input: Type.Object({}),
  output: RpcAnswer,
  errors: ['insufficient_scope'],
  statuses: [202, 400, 404],
  emptyStatuses: [202],

  async run(ctx) {
    const answer = await ctx.ports.use(AgentEndpoint).answer({
      body: ctx.request.upload!.body as Buffer,
      request: ctx.request,
      caller: ctx.caller,
      requireScope: (scope) => requireScope(ctx, scope),
      refusal: async () => (await ctx.ports.use(AskAgentAccess)(ctx.key!)).message,
    });
    return new JsonAnswer(answer.json, answer.status);
  },
});

/** A key may do everything. The challenge lists the scopes of the connection and the missing one, so that signing in again keeps both. */
function requireScope(ctx: Context<'insufficient_scope'>, needed: AgentScope): void {
  const { caller, ports, request } = ctx;
  if (caller.kind !== 'agent' || caller.scopes === null || caller.scopes.includes(needed)) return;
  ctx.fail('insufficient_scope', {
    detail: `The person who connected the agent did not allow: ${needed}.`,
    headers: {
      'WWW-Authenticate': challenge(ports, request.headers.authorization, {
        error: 'insufficient_scope',
        scope: scopeText([...caller.scopes, needed]),
        error_description: `This needs the scope ${needed}`,
      }),
    },
  });
}
