import type { ReportUsageAnswer } from '#client';
import { Figures } from '#web/console/parts/figures.tsx';
import { countOf } from '#web/shared/values/count.tsx';

interface UsageFiguresProps {
  summary: ReportUsageAnswer['summary'];
  lastDay: ReportUsageAnswer['usage_24h'];
}

export function UsageFigures({ summary, lastDay }: UsageFiguresProps) {
  return (
    <Figures
      label="Usage in this range"
      of={[
        {
          name: 'Lookups',
          value: countOf(summary.requests),
          note: `${countOf(lastDay.requests)} in the last 24 hours`,
        },
        { name: 'Found', value: countOf(summary.completed) },
        { name: 'Not found', value: countOf(summary.not_found) },
        { name: 'Credits spent', value: countOf(summary.credits) },
      ]}
    />
  );
}
