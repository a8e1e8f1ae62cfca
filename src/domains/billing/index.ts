export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
