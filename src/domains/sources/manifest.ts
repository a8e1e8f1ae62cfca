import { domain } from '#core/operation.ts';
import { listSources } from './list-sources.ts';
import { closeDays } from './money/close-days.ts';
import { forgetStale } from './remembering/forget-stale.ts';
import { switchSource } from './switch-source.ts';

export const sources = domain({
  id: 'sources',
  operations: [listSources, switchSource],
  jobs: [forgetStale, closeDays],
});
