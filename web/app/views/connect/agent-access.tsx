import type { Answer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import { Badge } from '#web/shared/values/badge.tsx';

type Access = Answer<'GET /internal/billing/mcp-status/{account_id}'>;

/** Whether agents may act for the account, and why not. */
export function AgentAccess({ of: { allowed, code, message } }: { of: Access }) {
  if (allowed)
    return (
      <Card title="Agents may act for you" actions={<Badge tone="good">On</Badge>}>
        <p>
          They spend your credits. An agent that signs in can do what you allow it; one with your API key can
          do what the key can.
        </p>
      </Card>
    );
  return (
    <Card title="Agents may not act for you yet" actions={<Badge tone="warn">Off</Badge>}>
      <p>{message}</p>
      {code !== 'mcp_account_off' && (
        <a class="button" href="/app/plans">
          See plans
        </a>
      )}
    </Card>
  );
}
