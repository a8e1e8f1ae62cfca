import { useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Below } from '#web/shared/layout/below.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Budgets } from './budgets/budgets.tsx';
import { LatestInvoices } from './latest-invoices.tsx';
import { Lots } from './lots.tsx';
import { Promo } from './promo.tsx';
import { Spending } from './spending.tsx';
import { WhatNext } from './what-next.tsx';
import './credits.css';

/** Credits left and their expiry, the next events, budgets, and where each credit of a month went. */
export default function Credits() {
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path: { account_id: me } });
  const [revision, revise] = useState(0);
  const reload = async () => {
    await balance.reload();
    revise(revision + 1);
  };
  return (
    <Page
      title="Credits"
      intro="The credits that expire soonest are spent first."
      actions={
        <a class="button" href="/app/plans">
          Get credits
        </a>
      }
    >
      <Show of={balance}>
        {(value) => (
          <div class="grid">
            <Lots of={value} />
            <WhatNext lots={value.lots} />
            <LatestInvoices />
          </div>
        )}
      </Show>
      <Below of={balance}>
        <Budgets />
        <Spending key={revision} />
        <Promo onRedeemed={reload} />
      </Below>
    </Page>
  );
}
