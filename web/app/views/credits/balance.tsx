import type { Answer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { sourceWords } from './words.ts';

type BalanceAnswer = Answer<'GET /internal/billing/balance/{account_id}'>;

export const Balance = ({ of: { balance, held, lots } }: { of: BalanceAnswer }) => (
  <Card title="Balance">
    <p class="big">
      <Count of={balance} />
    </p>
    {held > 0 && (
      <p>
        <Count of={held} /> more are set aside for work in progress or for a disputed payment.
      </p>
    )}
    {lots.length > 0 && (
      <Table
        items={lots}
        label="Where your credits come from"
        keyOf={(_, at) => at}
        columns={[
          { title: 'From', cell: ({ source }) => sourceWords[source] ?? source },
          { title: 'Left', cell: ({ available }) => <Count of={available} />, isNumber: true },
          { title: 'Of', cell: ({ granted }) => <Count of={granted} />, isNumber: true },
          { title: 'Expire', cell: ({ expires_at: at }) => (at ? <Time at={at} /> : 'Never') },
        ]}
      />
    )}
  </Card>
);
