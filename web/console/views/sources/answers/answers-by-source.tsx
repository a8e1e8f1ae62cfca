import type { Answer } from '#client';
import { percentOf } from '#web/console/views/sources/percent.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { dayOf } from '#web/shared/values/time.tsx';

type Report = Answer<'GET /api/v1/admin/sources/answers'>;
type Figures = Report['total'];

/** The sums of each source, and each of its days. */
export function AnswersBySource({ of, days }: { of: Report; days: number }) {
  return (
    <>
      <Card title={`The last ${days} days`}>
        <Table
          items={of.sources.length > 1 ? [...of.sources, { ...of.total, source: all }] : of.sources}
          label="Answers by source"
          keyOf={({ source }) => source}
          href={({ source }) =>
            source === all
              ? undefined
              : `/console/sources/answers?days=${days}&source=${encodeURIComponent(source)}`
          }
          columns={[{ title: 'Source', cell: ({ source }) => source }, ...figures]}
        >
          <p class="small faint">
            Under emails, phones and links is the whole charge per one of them. Sources that returned emails
            or phones for the same lookup share its credit.
          </p>
        </Table>
      </Card>
      <details>
        <summary>Show each day</summary>
        <Table
          items={of.days.slice(-daysListed).reverse()}
          label="Answers by day and source"
          keyOf={({ date, source }) => `${date} ${source}`}
          columns={[
            { title: 'UTC day', cell: ({ date }) => dayOf(date, 'UTC') },
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
const all = 'All sources';

const rupeesIn = (paise: number | null) => (paise === null ? '–' : <Rupees paise={paise} />);

/** How many were found, and the charge per one. */
const fieldColumn = (title: string, field: 'email' | 'phone' | 'link'): Column<Figures> => ({
  title,
  cell: (row) => (
    <>
      <Count of={row[`${field}s_found`]} />
      {row[`${field}_paise`] !== null && <div class="small faint">{rupeesIn(row[`${field}_paise`])}</div>}
    </>
  ),
  isNumber: true,
});

const figures: Column<Figures>[] = [
  { title: 'Asked', cell: ({ asked }) => <Count of={asked} />, isNumber: true },
  { title: 'Found', cell: ({ found }) => <Count of={found} />, isNumber: true },
  { title: 'Hit rate', cell: ({ hit_rate }) => percentOf(hit_rate), isNumber: true },
  { title: 'Failed', cell: ({ failed }) => <Count of={failed} />, isNumber: true },
  fieldColumn('Emails', 'email'),
  fieldColumn('Phones', 'phone'),
  fieldColumn('Links', 'link'),
  { title: 'Cost', cell: ({ cost_paise }) => <Rupees paise={cost_paise} />, isNumber: true },
  { title: 'Per hit', cell: ({ hit_paise }) => rupeesIn(hit_paise), isNumber: true },
  { title: 'Credits', cell: ({ credits_earned }) => <Count of={credits_earned} />, isNumber: true },
  { title: 'Per credit', cell: ({ credit_paise }) => rupeesIn(credit_paise), isNumber: true },
];
