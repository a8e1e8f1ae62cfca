import { worded } from '#web/console/parts/words.ts';
import { Table } from '#web/shared/lists/table.tsx';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import type { Health } from './health.tsx';

type Finding = Health['findings'][number];

const states: States<Finding['state']> = {
  fault: ['Fault', 'bad'],
  warning: ['Warning', 'warn'],
  ok: ['In order', 'good'],
  skipped: ['Not checked', 'plain'],
};
const FindingState = badgeOf(states);

/** The view on which an operator sees more of it. */
const places: Readonly<Record<string, string>> = {
  payments: '/console/payments',
  deliveries: '/console/deliveries',
  sources: '/console/sources',
  whatsapp: '/console/messages',
  outgoing: '/console/settings',
};

/** Alerts are on the same page. */
export function Findings({ of }: { of: readonly Finding[] }) {
  return (
    <Table
      label="State of the service"
      items={of.filter(({ check }) => check !== 'alerts')}
      keyOf={(_, at) => at}
      columns={[
        { title: 'Part', cell: ({ check }) => <Part of={check} /> },
        { title: 'State', cell: ({ state }) => <FindingState of={state} /> },
        {
          title: 'What was found',
          cell: ({ says, remedy }) => (
            <>
              {says}
              {remedy && <div class="small">{remedy}</div>}
            </>
          ),
        },
      ]}
    />
  );
}

function Part({ of: check }: { of: string }) {
  const href = places[check];
  const name = worded(check);
  return <span style="white-space: nowrap">{href ? <a href={href}>{name}</a> : name}</span>;
}
