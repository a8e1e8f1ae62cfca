export { agentAccessOf } from './agent-access.ts';
export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { plansOf } from './plans-of.ts';
