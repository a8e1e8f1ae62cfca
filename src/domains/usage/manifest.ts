import { domain } from '#core/domain.ts';
import { reportAllUsage } from './report-all-usage.ts';
import { reportUsage } from './report-usage.ts';

export const usage = domain({ id: 'usage', operations: [reportUsage, reportAllUsage] });
