import { useState } from 'preact/hooks';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Deliveries } from './deliveries/deliveries.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { ReplaceSecret } from './replace-secret.tsx';
import { SecretOnce } from './secret-once.tsx';
import { TestEvent } from './test-event.tsx';
import { VerifyCode } from './verify-code.tsx';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import './webhooks.css';

/** One endpoint: what it gets, a test event, and its deliveries. */
export default function EndpointView({ endpoint_id }: { endpoint_id: string }) {
  const endpoints = useAnswer('GET /internal/webhooks/{account_id}/endpoints', { path: { account_id: me } });
  return (
    <Show of={endpoints}>
      {({ items }) => {
        const endpoint = items.find(({ id }) => id === endpoint_id);
        return endpoint ? <Endpoint of={endpoint} onChanged={endpoints.reload} /> : <Gone />;
      }}
    </Show>
  );
}

const Gone = () => (
  <Page title="Webhook endpoint">
    <Empty title="This endpoint doesn’t exist.">
      <a class="button" href="/app/webhooks">
        All endpoints
      </a>
    </Empty>
  </Page>
);

interface EndpointProps {
  of: WebhookEndpoint;
  onChanged: () => Promise<void>;
}

function Endpoint({ of: endpoint, onChanged }: EndpointProps) {
  const path = { account_id: me, endpoint_id: endpoint.id };
  const [open, setOpen] = useState<'edit' | 'replace' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [answered, setAnswered] = useState(0);
  const attempt = useAttempt();
  const close = () => setOpen(null);
  const replace = async (overlap_hours: number) => {
    const made = await api.call(
      'POST /internal/webhooks/{account_id}/endpoints/{endpoint_id}/secret/rotation',
      { path, body: { overlap_hours } },
      { idempotencyKey: attempt.keyFor(overlap_hours) },
    );
    attempt.end();
    setSecret(made.secret);
    close();
    await onChanged();
  };
  return (
    <Page
      title={endpoint.name || 'Webhook endpoint'}
      intro={endpoint.url}
      actions={<a href="/app/webhooks">All endpoints</a>}
    >
      {secret && <SecretOnce secret={secret} onStored={() => setSecret(null)} />}
      <EndpointFacts
        of={endpoint}
        onChanged={onChanged}
        onEdit={() => setOpen('edit')}
        onReplace={() => setOpen('replace')}
      />
      <TestEvent endpoint_id={endpoint.id} onAnswered={() => setAnswered((before) => before + 1)} />
      <Deliveries key={answered} endpoint_id={endpoint.id} />
      <VerifyCode />
      {open === 'replace' && <ReplaceSecret onReplace={replace} onClose={close} />}
      {open === 'edit' && (
        <Dialog title="Change the endpoint" onClose={close}>
          <EndpointForm
            of={endpoint}
            submit="Save"
            onCancel={close}
            onSubmit={async (body) => {
              await api.call('PATCH /internal/webhooks/{account_id}/endpoints/{endpoint_id}', { path, body });
              close();
              await onChanged();
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}
