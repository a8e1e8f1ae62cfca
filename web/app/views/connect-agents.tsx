import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { Card } from '../../shared/card.tsx';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { AgentAccess } from './connect/agent-access.tsx';
import { ConnectTabs } from './connect/connect-tabs.tsx';
import { HostSetup } from './connect/host-setup.tsx';
import './connect/connect.css';

/** Whether agents may act for the account, and how to connect each host. */
export default function ConnectAgents() {
  const access = useAnswer('GET /internal/billing/mcp-status/{account_id}', { path: { account_id: me } });
  const card = useAnswer('GET /.well-known/mcp.json');
  return (
    <Page
      title="Connect agents"
      intro="Agents look people up by the Model Context Protocol, for the same credits as you do."
    >
      <ConnectTabs />
      <Show of={access}>{(value) => <AgentAccess of={value} />}</Show>
      <Card title="Set up your host">
        <Show of={card}>{({ url }) => <HostSetup url={url} />}</Show>
      </Card>
    </Page>
  );
}
