import Type from 'typebox';
import { AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import { JsonAnswer } from '#core/answers/json-answer.ts';
import { agent } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { AskAgentAccess } from '#domains/billing/index.ts';
import { agentMethods, RpcAnswer, RpcMessage } from './shapes.ts';

export const answerAgent = operation({
  id: 'agents.answer-agent',
  summary: 'Call the service as an agent (MCP)',
  description: `The Model Context Protocol over HTTP, with or without its handshake. Send one JSON-RPC message. The answer is JSON, and no session is kept. Methods: ${agentMethods.join(', ')}. When a tool refuses, its result has \`isError\` and says why. Every request counts towards the key's limit.`,
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
  errors: [],
  statuses: [202, 400, 404],
  emptyStatuses: [202],

  async run(ctx) {
    const answer = await ctx.ports.use(AgentEndpoint).answer({
      body: ctx.request.upload!.body as Buffer,
      request: ctx.request,
      caller: ctx.caller,
      refusal: async () => (await ctx.ports.use(AskAgentAccess)(ctx.key!)).message,
    });
    return new JsonAnswer(answer.json, answer.status);
  },
});
