import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import type { PartProps } from './part-props.ts';

const choiceOf = ({ inherit, mcp }: { inherit: boolean; mcp: boolean | null }) =>
  inherit ? 'inherit' : mcp ? 'on' : 'off';

/** Whether agents may act for the account. Lookups over the REST API work either way. */
export function AgentAccess({ account: { account_id } }: PartProps) {
  const features = useAnswer('GET /api/v1/admin/account-features', { query: { account_id } });
  const set = async (agents: string, reason: string) => {
    const choice = agents === 'inherit' ? { inherit: true } : { mcp: agents === 'on' };
    await api.call('PATCH /api/v1/admin/account-features', { body: { account_id, ...choice, reason } });
    await features.reload();
  };
  const save = async (before: string, { agents, reason }: FormValues<'agents' | 'reason'>) => {
    await set(agents, reason);
    notify('Agent access was changed.', { undo: () => set(before, 'Undone in the console') });
  };
  return (
    <Card title="Agents">
      <Show of={features}>
        {({ items: [feature] }) =>
          feature && (
            <>
              <p>
                {feature.access.allowed ? (
                  <Badge tone="good">Let in</Badge>
                ) : (
                  <Badge tone="bad">Kept out</Badge>
                )}{' '}
                {feature.access.message && `They read: “${feature.access.message}”`}
              </p>
              {feature.changed_by && (
                <p class="small faint">
                  Set by {feature.changed_by}: {feature.reason}
                </p>
              )}
              <Form submit="Save" onSubmit={(given) => save(choiceOf(feature), given)}>
                <Choice
                  name="agents"
                  label="Agent access"
                  value={choiceOf(feature)}
                  options={[
                    ['inherit', 'As its plans say'],
                    ['on', 'On, whatever its plan'],
                    ['off', 'Off'],
                  ]}
                />
                <Reason hint="For operators and the audit log." />
              </Form>
            </>
          )
        }
      </Show>
    </Card>
  );
}
