import { domain } from '#core/domain.ts';
import { AgentGate, openAgentGate } from './agent-gate.ts';
import { answerAgent } from './answer-agent.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { describeHost } from './describe-host.ts';
import { endSession } from './end-session.ts';
import { listDocuments } from './list-documents.ts';
import { refuseStream } from './refuse-stream.ts';
import { showRegistryEntry } from './show-registry-entry.ts';
import { showServerCard } from './show-server-card.ts';
import { showSkill } from './show-skill.ts';
import { agentVariables } from './variables.ts';

export const agents = domain({
  id: 'agents',
  title: 'Agents',
  description: 'Where agents call tools (MCP), and how their programs find the way.',
  operations: [
    ...[answerAgent, refuseStream, endSession, describeHost, describeEndpoint],
    ...[showServerCard, showRegistryEntry, listDocuments, showSkill],
  ],
  variables: agentVariables,
  open: ({ ports, config }) => ({
    ports: [AgentGate.opened(openAgentGate(ports, config.MCP_ALLOWED_ORIGINS))],
  }),
});
