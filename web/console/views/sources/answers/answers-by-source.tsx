import type { Answer } from '#client';
import { percentOf } from '#web/console/views/sources/percent.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';

type Report = Answer<'GET /api/v1/admin/sources/answers'>;
type Figures = Report['sources'][number];

/** The sums of each source, and each of its days. */
export function AnswersBySource({ of, days }: { of: Report; days: number }) {
  return (
    <>
      <Card title={`The last ${days} days`}>
        <Table
          items={of.sources}
          label="Answers by source"
          keyOf={({ source }) => source}
          href={({ source }) => `/console/sources/answers?days=${days}&source=${encodeURIComponent(source)}`}
          columns={[{ title: 'Source', cell: ({ source }) => source }, ...figures]}
        />
      </Card>
      <details>
        <summary>Show each day</summary>
        <Table
          items={of.days.slice(-daysListed).reverse()}
          label="Answers by day and source"
          keyOf={({ date, source }) => `${date} ${source}`}
          columns={[
            { title: 'UTC day', cell: ({ date }) => date },
            { title: 'Source', cell: ({ source }) => source },
            ...figures,
          ]}
        >
          {of.days.length > daysListed && <p>The newest {daysListed}. The CSV has all of them.</p>}
        </Table>
      </details>
    </>
  );
}

const daysListed = 100;

const figures: Column<Figures>[] = [
  { title: 'Asked', cell: ({ asked }) => <Count of={asked} />, isNumber: true },
  { title: 'Found', cell: ({ found }) => <Count of={found} />, isNumber: true },
  { title: 'Hit rate', cell: ({ hit_rate }) => percentOf(hit_rate), isNumber: true },
  { title: 'Failed', cell: ({ failed }) => <Count of={failed} />, isNumber: true },
  { title: 'Values', cell: ({ values_found }) => <Count of={values_found} />, isNumber: true },
  { title: 'Cost', cell: ({ cost_paise }) => <Rupees paise={cost_paise} />, isNumber: true },
  {
    title: 'Per value',
    cell: ({ value_paise }) => (value_paise === null ? '–' : <Rupees paise={value_paise} />),
    isNumber: true,
  },
];
