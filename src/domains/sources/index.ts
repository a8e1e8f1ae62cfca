export { takeClaimsOf } from './asking/claims.ts';
export { openAsk } from './asking/question.ts';
export { openSearch, type Search, type SearchResult } from './asking/search.ts';
export { openVendorMoney, type Spending, type SpendingOf } from './money/vendor-money.ts';
export { keptSourceAnswers } from './remembering/kept-answers.ts';
export { openValidators } from './sql.ts';
