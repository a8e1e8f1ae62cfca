export { type Plan, planById, rateLimitDefaultPerMin } from './plans.ts';
