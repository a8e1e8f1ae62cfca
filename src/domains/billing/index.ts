export { AskAgentAccess } from './agent-access.ts';
export { type DayOfSales, salesByDay } from './money/sales-by-day.ts';
export { type Plan, planById, plans, rateLimitDefaultPerMin } from './plans.ts';
export { planIdsOf, plansOf } from './plans-of.ts';
export { ShowPrices } from './price-list/show-price-list.ts';
