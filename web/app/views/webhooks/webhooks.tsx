import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import AsCode from '#web/app/parts/code/as-code.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Below } from '#web/shared/layout/below.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { createCall } from './create-call.ts';
import { Deliveries } from './deliveries/deliveries.tsx';
import { Endpoints } from './endpoints.tsx';
import { JobsSecret } from './jobs-secret.tsx';
import { SecretOnce } from './secret-once.tsx';
import { VerifyCode } from './verify-code.tsx';
import './webhooks.css';

/** The account's endpoints, the messages that were sent, and how to verify one. */
export default function Webhooks() {
  const endpoints = useAnswer('GET /internal/webhooks/{account_id}/endpoints', { path: { account_id: me } });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <button type="button" class="primary" onClick={() => setAdding(true)}>
      Add an endpoint
    </button>
  );
  const isEmpty = endpoints.value?.items.length === 0;
  return (
    <Page
      title="Webhooks"
      intro="Your server gets a signed message when something happens: a job ends, a budget is reached, a person opts out."
      actions={!isEmpty && add}
    >
      {secret && <SecretOnce secret={secret} onStored={() => setSecret(null)} />}
      <Show of={endpoints}>
        {({ items }) => (items.length === 0 ? <FirstStep>{add}</FirstStep> : <Endpoints of={items} />)}
      </Show>
      <Below of={endpoints}>
        <Deliveries />
        <VerifyCode />
        <JobsSecret />
      </Below>
      {isAdding && (
        <AddEndpoint
          onClose={() => setAdding(false)}
          onAdded={async (added) => {
            setSecret(added);
            setAdding(false);
            await endpoints.reload();
          }}
        />
      )}
    </Page>
  );
}

const FirstStep = ({ children }: { children: ComponentChildren }) => (
  <Empty title="No endpoints yet">
    <p>Add the address on your server that should get events.</p>
    {children}
    <AsCode of={createCall()} />
  </Empty>
);
