import { Card } from '../../shared/card.tsx';
import { Page } from '../../shared/page.tsx';
import { ConnectTabs } from './connect/connect-tabs.tsx';
import { Deliveries } from './connect/deliveries.tsx';
import { WebhookSecret } from './connect/webhook-secret.tsx';
import './connect/connect.css';

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
