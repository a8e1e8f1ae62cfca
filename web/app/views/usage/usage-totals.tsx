import type { Answer } from '#client';
import { countOf } from '#web/shared/values/count.tsx';
import { changeWords } from './change-words.ts';

type Report = Answer<'GET /internal/usage/by-account/{account_id}'>;
type Counts = Report['previous'];

const figures: readonly (readonly [name: string, of: (counts: Counts) => number])[] = [
  ['Lookups', ({ requests }) => requests],
  ['Found', ({ completed }) => completed],
  ['Not found', ({ not_found }) => not_found],
  ['Credits spent', ({ credits }) => credits],
];

/** The sums, each with its change to as much time before. */
export function UsageTotals({ of: { summary, previous } }: { of: Pick<Report, 'summary' | 'previous'> }) {
  return (
    <dl class="figures">
      {figures.map(([name, of]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {countOf(of(summary))}
            {previous.requests > 0 && <span class="change">{changeWords(of(summary), of(previous))}</span>}
          </dd>
        </div>
      ))}
      <div>
        <dt>Found, of all</dt>
        <dd>
          {shareOf(summary)}
          <span class="change">{previous.requests > 0 && `before: ${shareOf(previous)}`}</span>
        </dd>
      </div>
    </dl>
  );
}

const shareOf = ({ requests, completed }: Counts): string =>
  requests === 0 ? '–' : `${Math.round((completed / requests) * 100)}%`;
