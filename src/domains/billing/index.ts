export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { plansOf } from './plans-of.ts';
export { planIdsOf } from './plans-of.ts';
