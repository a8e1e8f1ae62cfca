import { domain } from '#core/operation.ts';
import { closeDays } from './close-days.ts';
import { forgetStale } from './forget-stale.ts';
import { listSources } from './list-sources.ts';
import { switchSource } from './switch-source.ts';

export const sources = domain({
  id: 'sources',
  operations: [listSources, switchSource],
  jobs: [forgetStale, closeDays],
});
