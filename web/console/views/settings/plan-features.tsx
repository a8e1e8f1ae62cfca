import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Features = Answer<'GET /api/v1/admin/plan-features'>;
type Plan = Features['items'][number];

/** Which plans let agents in. */
export default function PlanFeatures() {
  const features = useAnswer('GET /api/v1/admin/plan-features');
  return (
    <Page
      title="Plan features"
      intro="Which plans let agents connect. Lookups over the REST API work either way."
    >
      <Show of={features}>
        {({ items, copy }) => (
          <>
            <Table
              items={items}
              label="Plans and packs"
              keyOf={({ plan_id }) => plan_id}
              columns={[
                { title: 'Plan', cell: ({ name, kind }) => (kind === 'topup' ? `${name} (pack)` : name) },
                {
                  title: 'Agents',
                  cell: ({ mcp }) => (mcp ? <Badge tone="good">Let in</Badge> : <Badge>Kept out</Badge>),
                },
                { title: 'Because', cell: (plan) => <Because of={plan} /> },
                { title: 'Change', cell: (plan) => <Change of={plan} onChanged={features.reload} /> },
              ]}
            />
            <Card title="What people read when agents are refused">
              <Facts of={Object.entries(copy)} />
            </Card>
          </>
        )}
      </Show>
    </Page>
  );
}

function Because({ of: { inherit, reason, changed_by, changed_at } }: { of: Plan }) {
  if (inherit) return <>The price list says so</>;
  return (
    <>
      {reason} ({changed_by}, <Time at={changed_at} />)
    </>
  );
}

type Choice = { mcp: boolean } | { inherit: true };

function Change({
  of: { plan_id, name, mcp, inherit },
  onChanged,
}: {
  of: Plan;
  onChanged: () => Promise<void>;
}) {
  const set = async (what: Choice, reason: string) => {
    await api.call('PATCH /api/v1/admin/plan-features', { body: { plan_id, ...what, reason } });
    await onChanged();
  };
  const change = async (what: Choice, reason: string) => {
    await set(what, reason);
    const before = inherit ? { inherit } : { mcp };
    notify(`${name} is changed.`, { undo: () => set(before, 'Undone in the console') });
  };
  const act = mcp ? 'Keep agents out' : 'Let agents in';
  const text =
    'It applies to every account with this plan that has no setting of its own, from the next call on.';
  return (
    <div class="actions">
      <Action
        label={act}
        isDanger={mcp}
        run={({ reason }) => change({ mcp: !mcp }, reason)}
        confirm={{ title: `${act} with ${name}?`, text, act, needsReason: true }}
      />
      {!inherit && (
        <Action
          label="As the price list says"
          run={({ reason }) => change({ inherit: true }, reason)}
          confirm={{ title: `Return ${name} to the price list?`, text, act: 'Return it', needsReason: true }}
        />
      )}
    </div>
  );
}
