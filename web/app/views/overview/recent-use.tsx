import type { Answer } from '#client';
import { Figures } from '#web/app/parts/figures.tsx';
import { networkName } from '#web/app/parts/filters/networks.ts';
import { LookupResult } from '#web/app/parts/lookup-result.tsx';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Count } from '#web/shared/values/count.tsx';

type Usage = Answer<'GET /internal/usage/by-account/{account_id}'>;

export default function RecentUse({ of }: { of: AnswerState<Usage> }) {
  return (
    <Card title="Last 7 days" actions={<a href="/app/usage">Usage</a>}>
      <Show of={of}>{(usage) => (usage.total === 0 ? <NoUse /> : <Use usage={usage} />)}</Show>
    </Card>
  );
}

const NoUse = () => (
  <Empty title="Nothing was looked up in the last 7 days.">
    <p>
      <a href="/app/look-up">Look someone up</a>
    </p>
  </Empty>
);

const Use = ({ usage: { summary, events } }: { usage: Usage }) => (
  <>
    <Figures
      of={[
        ['Lookups', summary.requests],
        ['Found', summary.completed],
        ['Not found', summary.not_found],
        ['Credits spent', summary.credits],
      ]}
    />
    <Table
      items={events}
      label="Latest lookups"
      keyOf={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ at }) => <Ago at={at} /> },
        { title: 'Network', cell: ({ network }) => networkName(network) },
        { title: 'Result', cell: ({ status }) => <LookupResult of={status} /> },
        { title: 'Credits', cell: ({ credits }) => <Count of={credits} />, isNumber: true },
      ]}
    />
  </>
);
