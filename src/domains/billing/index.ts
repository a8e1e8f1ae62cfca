export { AskAgentAccess } from './agent-access.ts';
export { PlansInForce } from './catalogue/plans-in-force.ts';
export { accountsWithPayment, type MoneyTrouble, moneyTroublesOf } from './desk/troubles.ts';
export { type DayOfSales, salesByDay } from './money/sales-by-day.ts';
export { noPlan, notInCatalogue, type PlanTerms, rateLimitDefaultPerMin, termsOf } from './plans.ts';
export { type HeldPlan, planIdsOf, plansOf } from './plans-of.ts';
export { CreditOffers, creditOfferMembers } from './price-list/credit-offers.ts';
export { ShowPrices } from './price-list/show-price-list.ts';
