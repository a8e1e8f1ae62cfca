import { domain } from '#core/operation.ts';
import { closeDays } from './close-days.ts';
import { forgetStale } from './forget-stale.ts';
import { listSources } from './list-sources.ts';
import { switchSource } from './switch-source.ts';

export { takeClaimsOf } from './claims.ts';
export { keptSourceAnswers } from './kept-answers.ts';
export { openAsk } from './question.ts';
export { openSearch, type Search, type SearchResult } from './search.ts';
export { openValidators } from './sql.ts';
export { openVendorMoney, type Spending, type SpendingOf } from './vendor-money.ts';

export const sources = domain({
  id: 'sources',
  operations: [listSources, switchSource],
  jobs: [forgetStale, closeDays],
});
