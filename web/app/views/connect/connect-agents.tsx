import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { AgentAccess } from './agent-access.tsx';
import { ConnectTabs } from './connect-tabs.tsx';
import { Connections } from './connections/connections.tsx';
import { HostSetup } from './host-setup.tsx';
import './connect.css';

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
      <Connections />
      <Card title="Set up your host">
        <Show of={card}>{({ url }) => <HostSetup url={url} />}</Show>
      </Card>
    </Page>
  );
}
