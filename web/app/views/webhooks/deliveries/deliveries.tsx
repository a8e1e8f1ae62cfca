import { useEffect } from 'preact/hooks';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { optionsOf } from '#web/app/parts/filters/options-of.ts';
import { type EventType, eventTypes } from '#web/app/views/webhooks/webhook-endpoint.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { pauseWhileVisible } from '#web/shared/answers/pause-while-visible.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import { Attempts, outcomeOf } from './attempts.tsx';
import type { Delivery } from './delivery.ts';

const statuses: States<Delivery['status']> = {
  waiting: ['Waiting', 'warn'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};
const eventOptions = [['', 'All'], ...eventTypes.map((type) => [type, type] as const)] as const;
export const StatusBadge = badgeOf(statuses);

interface DeliveriesProps {
  /** Only those of this endpoint. */
  endpoint_id?: string;
}

/** Messages with every attempt. One that did not arrive can be delivered again. */
export function Deliveries({ endpoint_id }: DeliveriesProps) {
  const [{ status, type }] = useQuery();
  const deliveries = useListing('GET /internal/webhooks/{account_id}/deliveries', {
    path: { account_id: me },
    query: {
      status: status as Delivery['status'],
      type: type as EventType,
      limit: 25,
      ...(endpoint_id ? { endpoint_id } : {}),
    },
  });
  const isUnderWay = deliveries.items.some(isDue);
  useEffect(() => {
    if (!isUnderWay) return;
    const stop = new AbortController();
    void pauseWhileVisible(1000, stop.signal).then(() => {
      if (!stop.signal.aborted) void deliveries.reload();
    });
    return () => stop.abort();
  }, [isUnderWay, deliveries.items]);
  const deliverAgain = async (message_id: string) => {
    const path = { account_id: me, message_id };
    await api.call('POST /internal/webhooks/{account_id}/deliveries/{message_id}/redelivery', { path });
    notify('It is being delivered again.');
    await deliveries.reload();
  };
  return (
    <Card
      title="Deliveries"
      actions={
        <>
          <Filter name="type" label="Event" options={eventOptions} />
          <Filter name="status" label="Status" options={optionsOf(statuses)} />
          <button type="button" onClick={() => deliveries.reload()}>
            Refresh
          </button>
        </>
      }
    >
      <Listing
        label="Deliveries"
        of={deliveries}
        columns={columnsOf(deliverAgain, endpoint_id === undefined)}
        keyOf={({ id }) => id}
        empty={status || type ? 'No delivery matches.' : 'Nothing was delivered yet.'}
      />
    </Card>
  );
}

const address: Column<Delivery> = {
  title: 'Address',
  cell: ({ url }) => <span class="foreign">{url}</span>,
};

const columnsOf = (
  deliverAgain: (message_id: string) => Promise<void>,
  hasAddress: boolean,
): Column<Delivery>[] => [
  { title: 'Event', cell: ({ type }) => <code class="nowrap">{type}</code> },
  { title: 'Status', cell: ({ status }) => <StatusBadge of={status} /> },
  { title: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
  ...(hasAddress ? [address] : []),
  { title: 'Answer', cell: (delivery) => <LastAnswer of={delivery} /> },
  { title: 'Tries', cell: ({ attempts }) => <Attempts of={attempts} /> },
  {
    title: 'Action',
    cell: ({ id }) => (
      <Action label={<span class="nowrap">Deliver again</span>} run={() => deliverAgain(id)} />
    ),
  },
];

const LastAnswer = ({ of: { attempts, next_attempt_at: next } }: { of: Delivery }) => {
  const last = attempts.at(-1);
  return (
    <>
      {last && outcomeOf(last)}
      {last && next && ', '}
      {next && <>next try {nextOf(next)}</>}
    </>
  );
};

/** Due messages are sent at once, unless another one to the address is under way. */
const nextOf = (at: string) => (Date.parse(at) <= Date.now() ? 'in a moment' : <Ago at={at} />);

/** Its next attempt comes soon, so the list asks again until it is over. */
const isDue = ({ next_attempt_at: next }: Delivery): boolean =>
  next !== null && Date.parse(next) <= Date.now() + 1000;
