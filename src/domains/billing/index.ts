export { type DayOfSales, salesByDay } from './money/sales-by-day.ts';
export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { planIdsOf, plansOf } from './plans-of.ts';
