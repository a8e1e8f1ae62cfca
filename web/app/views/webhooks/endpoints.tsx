import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { StatusBadge } from './deliveries/deliveries.tsx';
import { fewEventsOf, stateOf, type WebhookEndpoint } from './webhook-endpoint.ts';

const StateBadge = badgeOf<ReturnType<typeof stateOf>>({
  active: ['Active', 'good'],
  failing: ['Failing', 'warn'],
  paused: ['Paused', 'plain'],
  off: ['Switched off', 'bad'],
});
export const EndpointState = ({ of }: { of: WebhookEndpoint }) => <StateBadge of={stateOf(of)} />;

export const Endpoints = ({ of }: { of: WebhookEndpoint[] }) => (
  <Card title="Endpoints">
    <Table
      label="Endpoints"
      items={of}
      keyOf={({ id }) => id}
      href={({ id }) => `/app/webhooks/${id}`}
      columns={[
        { title: 'Address', cell: ({ url }) => <span class="foreign">{url}</span> },
        { title: 'State', cell: (endpoint) => <EndpointState of={endpoint} /> },
        { title: 'Name', cell: ({ name }) => name },
        { title: 'Events', cell: fewEventsOf },
        { title: 'Last delivery', cell: ({ last_delivery: last }) => <Last of={last} /> },
      ]}
    />
  </Card>
);

const Last = ({ of }: { of: WebhookEndpoint['last_delivery'] }) =>
  of ? (
    <>
      <StatusBadge of={of.status} /> <Ago at={of.created_at} />
    </>
  ) : (
    <>None yet</>
  );
