export { takeClaimsOf } from './asking/claims.ts';
export { Search, type SearchResult } from './asking/search.ts';
export { type Spending, SpendingOf, vendorPaiseByDay } from './money/vendor-money.ts';
export { IsBillable } from './source-list.ts';
