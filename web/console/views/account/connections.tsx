import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { None } from '#web/shared/values/none.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PartProps } from './part-props.ts';

/** Agents that signed in for the account. */
export function Connections({ account: { account_id } }: PartProps) {
  const connections = useAnswer('GET /internal/connections/{account_id}', { path: { account_id } });
  const end = async (connection_id: string, reason: string) => {
    await api.call('POST /api/v1/admin/connections/{connection_id}/revocation', {
      path: { connection_id },
      body: { reason },
    });
    notify('The connection has ended.');
    await connections.reload();
  };
  return (
    <Card title="Connected agents">
      <Show of={connections}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No agents connected." />
          ) : (
            <Table
              items={items}
              label="Connected agents"
              keyOf={({ id }) => id}
              columns={[
                { title: 'Agent', cell: ({ name, host }) => (host ? `${name}, by ${host}` : `“${name}”`) },
                { title: 'Status', cell: ({ status }) => status.replaceAll('_', ' ') },
                { title: 'It may', cell: ({ scopes }) => scopes.join(', ') },
                {
                  title: 'Budget per day',
                  cell: ({ budget }) => (budget ? countOf(budget.credits) : <None />),
                  isNamed: true,
                },
                { title: 'Since', cell: ({ created_at }) => <Time at={created_at} />, isNamed: true },
                {
                  title: 'Action',
                  cell: ({ id, name, status }) =>
                    (status === 'active' || status === 'banned') && (
                      <Action
                        label="End"
                        isDanger
                        run={({ reason }) => end(id, reason)}
                        confirm={{
                          title: `End the connection of ${name}?`,
                          text: 'The agent stops at once, and so do its jobs. The customer can connect it again.',
                          act: 'End it',
                          needsReason: true,
                        }}
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Show>
    </Card>
  );
}
