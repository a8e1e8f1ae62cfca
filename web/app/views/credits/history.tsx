import type { Answer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Count, changeOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { kindWords, reasonWords } from './words.ts';

type Movement = Answer<'GET /internal/billing/history/{account_id}'>['items'][number];

export const History = ({ of }: { of: ListingState<Movement> }) => (
  <Card title="History">
    <Listing
      of={of}
      label="Every movement of your credits, newest first"
      keyOf={({ id }) => id}
      empty="No credits yet. They come with a plan, a pack or a promo code."
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'What', cell: ({ kind }) => kindWords[kind] },
        { title: 'For', cell: ({ reason }) => reasonWords[reason] ?? reason },
        { title: 'Change', cell: ({ change }) => changeOf(change), isNumber: true },
        { title: 'Balance', cell: ({ balance_after: after }) => <Count of={after} />, isNumber: true },
      ]}
    />
  </Card>
);
