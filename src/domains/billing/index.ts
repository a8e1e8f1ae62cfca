export { type AgentAccess, agentAccessOf } from './agent-access.ts';
export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { planIdsOf } from './plans-of.ts';
