import { useState } from 'preact/hooks';
import { type Figure, Figures } from '#web/app/parts/figures.tsx';
import { Chips } from '#web/app/parts/filters/chips.tsx';
import { pastLookupsFile } from '#web/app/parts/lookups/past-lookups.tsx';
import { downloadOf, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { changeOf, counted } from '#web/shared/values/count.tsx';
import { MonthPicker } from './month-picker.tsx';
import { daysOf, monthIn, monthName } from './months.ts';
import { PaidLookups, paidQuery } from './paid-lookups.tsx';
import { type Grouping, type SpendingRow, spendingRows } from './spending-rows.ts';
import type { Spending as SpendingAnswer } from './words.ts';

/** Every credit of a month: by day, in groups, or lookup by lookup. */
export function Spending() {
  const [address] = useQuery();
  const now = new Date();
  const month = monthIn(address.month, now);
  const by = groupings.find(([value]) => value === address.by)?.[0] ?? '';
  const groups = by === '' || by === 'lookup' ? 'cause' : by;
  const days = daysOf(month);
  // The figures are those of the whole month.
  const isNarrowed = lookupFilters.some((name) => address[name]);
  const spending = useAnswer('GET /internal/billing/spending/{account_id}', {
    path: { account_id: me },
    query: { ...days, by: groups },
  });
  const zone = spending.value?.time_zone ?? 'UTC';
  return (
    <Card
      title="Where your credits went"
      actions={
        <a
          class="button"
          href={
            by === 'lookup'
              ? pastLookupsFile(paidQuery(address, month, zone))
              : downloadOf(
                  `/internal/billing/spending/${me}/csv?${new URLSearchParams({ ...days, by: groups })}`,
                )
          }
          download
        >
          CSV
        </a>
      }
    >
      <div class="chip-bar">
        <MonthPicker month={month} now={now} since={spending.value?.account_since} />
        <Chips name="by" label="Grouped" options={groupings} narrows={by === 'lookup' ? lookupFilters : []} />
      </div>
      <Show of={spending}>
        {(value) => {
          if (value.start !== days.start) return null;
          if (by !== 'lookup') return <Month of={value} month={month} by={by || 'day'} />;
          return (
            <>
              {!isNarrowed && <Figures of={figuresOf(value)} />}
              <PaidLookups month={month} zone={value.time_zone} />
            </>
          );
        }}
      </Show>
    </Card>
  );
}

const groupings = [
  ['', 'By day'],
  ['cause', 'By cause'],
  ['source', 'By source'],
  ['key', 'By key'],
  ['job', 'By job'],
  ['agent', 'By agent'],
  ['reason', 'By reason'],
  ['lookup', 'Each lookup'],
] as const;
const lookupFilters = ['kind', 'opened_from', 'key_id', 'source', 'day', 'charged'];

interface MonthProps {
  of: SpendingAnswer;
  month: string;
  by: Grouping;
}

function Month({ of, month, by }: MonthProps) {
  const rows = spendingRows(of, month, by);
  if (rows.length === 0)
    return (
      <Empty title={`No credits moved in ${monthName(month)}.`}>
        <p>Each lookup that finds an email or a phone is here, with its source, job, key and person.</p>
        <a class="button" href="/app">
          Look someone up
        </a>
      </Empty>
    );
  return (
    <>
      <Figures of={figuresOf(of)} />
      <SpendingTable rows={rows} />
    </>
  );
}

function figuresOf({ totals: { spent, grant, expire, revoke, refund, change } }: SpendingAnswer): Figure[] {
  const others: Figure[] = [
    ['Added', grant],
    ['Expired', expire],
    ['Taken back', revoke],
    ['Refunded', refund],
  ];
  return [
    ['Spent', spent] as Figure,
    ...others.filter(([, value]) => value !== 0),
    ['Change', change] as Figure,
  ].map(([name, value]): Figure => [name, changeOf(Number(value))]);
}

const rowsAtFirst = 300;

function SpendingTable({ rows }: { rows: readonly SpendingRow[] }) {
  const [isWhole, showWhole] = useState(false);
  const isCut = !isWhole && rows.length > rowsAtFirst;
  // The sum of all is below what is shown of them.
  const shown = isCut ? [...rows.slice(0, rowsAtFirst), rows.at(-1)!] : rows;
  return (
    <div class="spending">
      <Table
        items={shown}
        columns={columns}
        keyOf={({ key }) => key}
        href={({ href }) => href}
        label="Where your credits went"
      >
        {isCut && (
          <button type="button" onClick={() => showWhole(true)}>
            Show {counted(rows.length - shown.length, 'more row')}
          </button>
        )}
      </Table>
    </div>
  );
}

const columns: Column<SpendingRow>[] = [
  { title: 'Cause', cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name) },
  { title: 'Lookups', cell: ({ about }) => about },
  {
    title: 'Credits',
    isNumber: true,
    isBeside: true,
    cell: ({ credits, isSum }) => (isSum ? <strong>{changeOf(credits)}</strong> : changeOf(credits)),
  },
];
