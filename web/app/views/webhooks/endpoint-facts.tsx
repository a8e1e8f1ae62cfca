import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { Time } from '#web/shared/values/time.tsx';
import { EndpointState } from './endpoints.tsx';
import { eventsOf, type WebhookEndpoint } from './webhook-endpoint.ts';

interface EndpointFactsProps {
  of: WebhookEndpoint;
  onChanged: () => Promise<void>;
  onEdit: () => void;
  onReplace: () => void;
}

/** An endpoint and its actions. */
export function EndpointFacts({ of: endpoint, onChanged, onEdit, onReplace }: EndpointFactsProps) {
  const path = { account_id: me, endpoint_id: endpoint.id };
  const go = useGo();
  const enable = async (enabled: boolean) => {
    await api.call('PATCH /internal/webhooks/{account_id}/endpoints/{endpoint_id}', {
      path,
      body: { enabled },
    });
    notify(enabled ? 'It gets events again.' : 'It gets no events until you resume it.');
    await onChanged();
  };
  const remove = async () => {
    await api.call('DELETE /internal/webhooks/{account_id}/endpoints/{endpoint_id}', { path });
    notify('The endpoint is deleted.');
    go('/app/webhooks');
  };
  return (
    <Card
      title={<EndpointState of={endpoint} />}
      actions={
        <>
          <button type="button" onClick={onEdit}>
            Change
          </button>
          {endpoint.enabled ? (
            <Action label="Pause" run={() => enable(false)} confirm={pausing} />
          ) : (
            <Action label="Resume" run={() => enable(true)} />
          )}
          <button type="button" onClick={onReplace}>
            Replace the secret
          </button>
          <Action label="Delete" isDanger run={remove} confirm={deleting} />
        </>
      }
    >
      <Notice of={endpoint} />
      <Facts
        of={[
          ['Events', eventsOf(endpoint)],
          ['Created', <Time key="created" at={endpoint.created_at} />],
          endpoint.previous_until !== null && [
            'Old secret signs until',
            <Time key="until" at={endpoint.previous_until} />,
          ],
        ]}
      />
    </Card>
  );
}

/** Says why it gets no events, or soon won’t. */
function Notice({ of: endpoint }: { of: WebhookEndpoint }) {
  const { failing_since, switched_off_at } = endpoint;
  if (endpoint.enabled)
    return failing_since === null ? null : (
      <p>
        Your server has accepted nothing since <Time at={failing_since} />. After three days, the endpoint is
        switched off.
      </p>
    );
  return switched_off_at === null ? (
    <p>Events that happen while it is paused are not sent to it. Deliveries that waited have failed.</p>
  ) : (
    <p>
      It was switched off on <Time at={switched_off_at} />, because your server accepted nothing for three
      days. Fix your server, resume the endpoint, and deliver the failed messages again.
    </p>
  );
}

const pausing = {
  title: 'Pause this endpoint?',
  text: 'Events that happen until you resume it are not sent to it. Deliveries that wait now fail.',
  act: 'Pause it',
};

const deleting = {
  title: 'Delete this endpoint?',
  text: 'It gets no more events. Its deliveries are deleted, also those that wait.',
  act: 'Delete it',
};
