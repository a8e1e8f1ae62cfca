import type { Answer } from '#client';
import { Figures } from '#web/app/parts/figures.tsx';
import { countOf } from '#web/shared/values/count.tsx';

type Report = Answer<'GET /internal/usage/by-account/{account_id}'>;

export function UsageTotals({
  summary,
  lastDay,
}: {
  summary: Report['summary'];
  lastDay: Report['usage_24h'];
}) {
  const { requests, completed, not_found, credits } = summary;
  return (
    <Figures
      of={[
        ['Lookups', requests],
        [
          'Found',
          requests === 0 ? '0' : `${countOf(completed)} (${Math.round((completed / requests) * 100)}%)`,
        ],
        ['Not found', not_found],
        ['Credits spent', credits],
        ['Last 24 hours', lastDay.requests],
      ]}
    />
  );
}
