import { Filter } from '#web/app/parts/filters/filter.tsx';
import { optionsOf } from '#web/app/parts/filters/options-of.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import { Attempts } from './attempts.tsx';
import type { Delivery } from './delivery.ts';

const statuses: States<Delivery['status']> = {
  waiting: ['Waiting', 'warn'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};
const StatusBadge = badgeOf(statuses);

/** Messages with every attempt. One that did not arrive can be sent again. */
export function Deliveries() {
  const [{ status }] = useQuery();
  const deliveries = useListing('GET /internal/webhooks/{account_id}/deliveries', {
    path: { account_id: me },
    query: { status: status as Delivery['status'], limit: 25 },
  });
  const sendAgain = async (message_id: string) => {
    const path = { account_id: me, message_id };
    await api.call('POST /internal/webhooks/{account_id}/deliveries/{message_id}/redelivery', { path });
    notify('It is being sent again.');
    await deliveries.reload();
  };
  const columns: Column<Delivery>[] = [
    { title: 'Message', cell: ({ type }) => <span class="nowrap">{type}</span> },
    { title: 'Status', cell: (delivery) => <Status of={delivery} /> },
    { title: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
    { title: 'Address', cell: ({ url }) => <span class="foreign">{url}</span> },
    { title: 'Attempts', cell: ({ attempts }) => <Attempts of={attempts} /> },
    {
      title: 'Action',
      cell: ({ id }) => <Action label={<span class="nowrap">Send again</span>} run={() => sendAgain(id)} />,
    },
  ];
  return (
    <Card
      title="Messages"
      actions={
        <>
          <Filter name="status" label="Status" options={optionsOf(statuses)} />
          <button type="button" onClick={() => deliveries.reload()}>
            Refresh
          </button>
        </>
      }
    >
      <Listing
        label="Messages"
        of={deliveries}
        columns={columns}
        keyOf={({ id }) => id}
        empty={status ? 'No message has this status.' : 'No messages yet. Give a job a webhook to get one.'}
      />
    </Card>
  );
}

const Status = ({ of: { status, next_attempt_at } }: { of: Delivery }) => (
  <>
    <StatusBadge of={status} />
    {next_attempt_at && <div class="small">next attempt {nextOf(next_attempt_at)}</div>}
  </>
);

/** Due messages are sent once per minute. */
const nextOf = (at: string) => (Date.parse(at) <= Date.now() ? 'within a minute' : <Ago at={at} />);
