import type { PartProps } from '#web/console/views/account/part-props.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { BalanceCard } from './balance-card.tsx';
import { BudgetsCard } from './budgets-card.tsx';
import { GrantForm } from './grant-form.tsx';
import { Grants } from './grants.tsx';
import { Movements } from './movements.tsx';

/** The account's balance, budgets, grants and ledger. */
export function CreditsPart({ account: { account_id }, reload }: PartProps) {
  const path = { account_id };
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path });
  const grants = useListing('GET /api/v1/admin/growth/credits', { query: { account_id, limit: 20 } });
  const history = useListing('GET /internal/billing/history/{account_id}', { path, query: { limit: 20 } });
  const changed = async () => {
    await Promise.all([balance.reload(), grants.reload(), history.reload(), reload()]);
  };
  return (
    <>
      <div class="side-by-side">
        <BalanceCard of={balance} />
        <Card title="Grant credits">
          <GrantForm accountId={account_id} onChange={changed} />
        </Card>
      </div>
      <BudgetsCard accountId={account_id} />
      <Grants of={grants} onChange={changed} />
      <Movements of={history} />
    </>
  );
}
