import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { StatusBadge } from './deliveries.tsx';
import { eventsOf, type WebhookEndpoint } from './webhook-endpoint.ts';

const StateBadge = badgeOf<'active' | 'paused'>({
  active: ['Active', 'good'],
  paused: ['Paused', 'plain'],
});
export const EndpointState = ({ of }: { of: Pick<WebhookEndpoint, 'enabled'> }) => (
  <StateBadge of={of.enabled ? 'active' : 'paused'} />
);

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
        { title: 'Events', cell: eventsOf },
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
