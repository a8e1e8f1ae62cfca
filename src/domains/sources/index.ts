export { takeClaimsOf } from './claims.ts';
export { keptSourceAnswers } from './kept-answers.ts';
export { openAsk } from './question.ts';
export { openSearch, type Search, type SearchResult } from './search.ts';
export { openValidators } from './sql.ts';
export { openVendorMoney, type Spending, type SpendingOf } from './vendor-money.ts';
