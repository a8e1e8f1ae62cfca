import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { ConnectTabs } from './connect-tabs.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import './connect.css';

/** The secret that signs webhooks, and the messages that were sent. */
export default function ConnectWebhooks() {
  return (
    <Page
      title="Webhooks"
      intro="A webhook is a signed message to your server when a job ends or pauses. Give its address when you start the job."
    >
      <ConnectTabs />
      <Card title="Signing secret">
        <WebhookSecret />
      </Card>
      <Deliveries />
    </Page>
  );
}
