export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { planIdsOf } from './plans-of.ts';
