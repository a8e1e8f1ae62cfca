import type { Answer } from '#client';
import { Ago } from '../../../shared/ago.tsx';
import type { AnswerState } from '../../../shared/answer.ts';
import { Card } from '../../../shared/card.tsx';
import { Count } from '../../../shared/count.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { Show } from '../../../shared/show.tsx';
import { Table } from '../../../shared/table.tsx';
import { Figures } from '../../parts/figures.tsx';
import { LookupResult } from '../../parts/lookup-result.tsx';
import { networkName } from '../../parts/networks.ts';

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
      <a href="/app/look-up">Look somebody up</a>
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
