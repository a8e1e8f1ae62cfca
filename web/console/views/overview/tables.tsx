import type { ComponentChildren } from 'preact';
import type { ReportAllUsageAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Count } from '#web/shared/values/count.tsx';

interface Row {
  name: ComponentChildren;
  key: string;
  requests: number;
  completed: number;
  credits: number;
}

export function ByNetwork({ of }: { of: ReportAllUsageAnswer['by_network'] }) {
  return (
    <Card title="By network">
      <CountsTable
        first="Network"
        rows={of.map((each) => ({ ...each, name: each.network, key: each.network }))}
      />
    </Card>
  );
}

export function TopAccounts({ of }: { of: ReportAllUsageAnswer['top_accounts'] }) {
  const rows = of.map((each) => ({
    ...each,
    name: <AccountLink id={each.account_id} />,
    key: each.account_id,
  }));
  return (
    <Card title="Accounts with the most lookups">
      <CountsTable first="Account" rows={rows} />
    </Card>
  );
}

function CountsTable({ first, rows }: { first: string; rows: Row[] }) {
  if (rows.length === 0) return <Empty title="No lookups in this range." />;
  return (
    <table class="counts">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {['Lookups', 'Found', 'Credits'].map((title) => (
            <th key={title} scope="col" class="number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, requests, completed, credits }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {[requests, completed, credits].map((figure, at) => (
              <td key={at} class="number">
                <Count of={figure} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
