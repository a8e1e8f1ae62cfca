import { domain } from '#core/domain.ts';
import { usageData } from './account-rows.ts';
import { keepMonths } from './jobs/keep-months.ts';
import { usageJourney } from './journey.ts';
import { openLookupTimes } from './lookup-times.ts';
import { reportAllUsage } from './report-all-usage.ts';
import { reportUsage } from './report-usage.ts';
import { downloadSpending } from './spending/download-spending.ts';
import { reportSpending } from './spending/report-spending.ts';

export const usage = domain({
  id: 'usage',
  title: 'Usage',
  description: 'Lookups and costs, for one account or all.',
  operations: [reportUsage, reportAllUsage, reportSpending, downloadSpending],
  jobs: [keepMonths],
  accountData: usageData,
  journey: [usageJourney],
  open: openLookupTimes,
  notInJourney: {
    usage_hour: 'Sums of the events.',
  },
});
