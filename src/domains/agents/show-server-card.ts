import Type from 'typebox';
import { AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { anyOrigin, discovery } from './protected-resource.ts';
import { ServerCard, serverCard } from './server-card.ts';

export const showServerCard = operation({
  id: 'agents.show-server-card',
  summary: "Get the agents' manifest",
  description:
    'An MCP server card: where the endpoint is, which revisions it speaks, and which header it needs.',
  kind: 'query',
  doors: [open('GET', '/.well-known/mcp.json', discovery)],
  input: Type.Object({}),
  output: ServerCard,
  errors: [],

  run(ctx) {
    ctx.header(...anyOrigin);
    return serverCard(ctx.ports.publicUrl(), ctx.ports.use(AgentEndpoint).protocolVersions);
  },
});
