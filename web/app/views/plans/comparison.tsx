import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import type { Entry, PriceList } from './types.ts';

type Row = PriceList['comparison'][number];

const cells: Record<Row['id'], (plan: Entry) => string> = {
  credits: ({ credits }) => countOf(credits),
  rate_limit: ({ rate_limit_per_min: rate }) => countOf(rate),
  rest_api: () => 'Yes',
  dashboard: () => 'Yes',
  mcp: ({ mcp }) => (mcp ? 'Yes' : 'No'),
};

/** The plans side by side. A fact that all share is a sentence. */
export function Comparison({ of: { comparison, monthly_plans: plans } }: { of: PriceList }) {
  const isSame = ({ id }: Row) => plans.length > 1 && new Set(plans.map(cells[id])).size === 1;
  const same = comparison.filter(isSame).filter(({ id }) => plans[0] && cells[id](plans[0]) !== 'No');
  return (
    <section class="stack comparison" aria-labelledby="comparison">
      <h2 id="comparison">Compare the plans</h2>
      <Table
        items={comparison.filter((row) => !isSame(row))}
        label="The plans side by side"
        keyOf={({ id }) => id}
        columns={[
          { title: 'What you get', cell: (row) => <Named row={row} /> },
          ...plans.map((plan) => ({
            title: plan.name,
            isNumber: true,
            cell: ({ id }: Row) => cells[id](plan),
          })),
        ]}
      />
      {same.length > 0 && (
        <p class="small faint">Every plan has: {same.map(({ label }) => label).join(', ')}.</p>
      )}
    </section>
  );
}

const Named = ({ row: { label, hint } }: { row: Row }) => (
  <>
    {label}
    <p class="small faint">{hint}</p>
  </>
);
