import { worded } from '#web/console/parts/words.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { dayOf } from '#web/shared/values/time.tsx';

/** Refused sign-ups and heartbeats of the last 30 days. */
export default function RefusalDays() {
  const report = useAnswer('GET /api/v1/admin/abuse/days');
  return (
    <Page title="Sign-up attempts" intro="Refused sign-ups and refused sessions of the last 30 days, in UTC.">
      <Show of={report}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No one has tried to sign up in the last 30 days." />
          ) : (
            <Table
              items={items}
              label="By day"
              keyOf={({ date }) => date}
              columns={[
                { title: 'Day', cell: ({ date }) => dayOf(date, 'UTC') },
                {
                  title: 'Allowed',
                  isNumber: true,
                  isBeside: false,
                  cell: ({ allowed }) => <Count of={allowed} />,
                },
                { title: 'Refused', isNumber: true, cell: ({ refused }) => <Count of={refused} /> },
                { title: 'Why', cell: ({ signals }) => whyOf(signals) },
                {
                  title: 'Locked sessions',
                  isNumber: true,
                  cell: (day) => <Count of={day.heartbeats_locked} />,
                },
                {
                  title: 'Used elsewhere',
                  isNumber: true,
                  cell: ({ heartbeats_elsewhere }) => <Count of={heartbeats_elsewhere} />,
                },
              ]}
            />
          )
        }
      </Show>
    </Page>
  );
}

const whyOf = (signals: Readonly<Record<string, number>>): string =>
  Object.entries(signals)
    .toSorted(([, one], [, other]) => other - one)
    .map(([signal, times]) => `${worded(signal)} ${countOf(times)}`)
    .join(', ') || '–';
