import type { Answer } from '../../../../clients/typescript/src/index.ts';
import { countOf } from '../../../shared/count.tsx';
import { Facts } from '../../../shared/facts.tsx';

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
    <Facts
      of={[
        ['Look-ups', countOf(requests)],
        [
          'Found',
          requests === 0 ? '0' : `${countOf(completed)} (${Math.round((completed / requests) * 100)} %)`,
        ],
        ['Not found', countOf(not_found)],
        ['Credits spent', countOf(credits)],
        ['Look-ups in the last 24 hours', countOf(lastDay.requests)],
      ]}
    />
  );
}
