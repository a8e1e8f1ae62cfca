export { takeClaimsOf } from './asking/claims.ts';
export { Search, type SearchResult } from './asking/search.ts';
export { type Spending, SpendingOf } from './money/vendor-money.ts';
export { vendorPaiseByDay } from './money/vendor-money-by-day.ts';
export { IsBillable } from './source-list.ts';
