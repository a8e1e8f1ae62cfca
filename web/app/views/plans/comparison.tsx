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

/** The plans side by side. */
export const Comparison = ({ of: { comparison, monthly_plans: plans } }: { of: PriceList }) => (
  <section class="stack" aria-labelledby="comparison">
    <h2 id="comparison">Compare the plans</h2>
    <Table
      items={comparison}
      label="The plans side by side"
      keyOf={({ id }) => id}
      columns={[
        { title: 'What you get', cell: (row) => <Named row={row} /> },
        ...plans.map((plan) => ({ title: plan.name, cell: ({ id }: Row) => cells[id](plan) })),
      ]}
    />
  </section>
);

const Named = ({ row: { label, hint } }: { row: Row }) => (
  <>
    {label}
    <p class="small faint">{hint}</p>
  </>
);
