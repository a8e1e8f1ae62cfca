export { takeClaimsOf } from './asking/claims.ts';
export type { Search, SearchResult } from './asking/search.ts';
export type { Spending, SpendingOf } from './money/vendor-money.ts';
export { vendorPaiseByDay } from './money/vendor-money-by-day.ts';
