import type { Answer } from '#client';
import { Card } from '../../../shared/card.tsx';
import { Count } from '../../../shared/count.tsx';
import { Listing } from '../../../shared/listing.tsx';
import { Time } from '../../../shared/time.tsx';
import { fixedList } from '../../parts/fixed-list.ts';
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
      <Listing
        of={fixedList(lots.map((lot, position) => ({ ...lot, position })))}
        label="Where your credits come from"
        keyOf={({ position }) => position}
        empty=""
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
