import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { percentOf } from './percent.ts';
import { SourceState } from './source-state.tsx';
import type { Source } from './types.ts';

/** Sources of one tier, all at once. */
export function SourceTable({ title, of: items }: { title: string; of: Source[] }) {
  return (
    <Card title={title}>
      <Table
        items={items}
        label={title}
        keyOf={({ id }) => id}
        href={({ id }) => `/console/sources/${id}`}
        columns={[
          { title: 'Source', cell: (source) => source.title },
          { title: 'State', cell: (source) => <SourceState of={source} /> },
          { title: 'Asked', cell: ({ last_30_days: days }) => <Count of={days.asked} />, isNumber: true },
          { title: 'Hit rate', cell: ({ last_30_days: days }) => percentOf(days.hit_rate), isNumber: true },
          { title: 'Failed', cell: ({ last_30_days: days }) => <Count of={days.failed} />, isNumber: true },
          { title: 'Latency', cell: ({ last_30_days: days }) => latencyOf(days.latency_ms), isNumber: true },
          {
            title: 'Cost',
            cell: ({ last_30_days: days }) => <Rupees paise={days.cost_paise} />,
            isNumber: true,
          },
        ]}
      />
    </Card>
  );
}

const latencyOf = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : `${countOf(milliseconds)} ms`;
