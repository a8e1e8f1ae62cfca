import { Document } from '#web/app/views/invoices/document.tsx';
import { planNames } from '#web/app/views/invoices/plan-names.ts';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Day } from '#web/shared/values/time.tsx';

/** The newest invoices. */
export function LatestInvoices() {
  const payments = useAnswer('GET /internal/billing/payments/{account_id}', {
    path: { account_id: me },
    query: { limit: 3 },
  });
  const nameOf = planNames(useAnswer('GET /api/pricing').value);
  return (
    <Card title="Invoices" actions={<a href="/app/invoices">All invoices</a>}>
      <Show of={payments}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="faint">No payments yet.</p>
          ) : (
            <ul class="latest-invoices">
              {items.map((movement) => (
                <li key={movement.id}>
                  <span>
                    {nameOf(movement.plan_id)}
                    <span class="small faint">
                      <Day at={movement.at} />, {movement.kind !== 'payment' && '−'}
                      <Rupees paise={movement.amount} />
                    </span>
                  </span>
                  <Document of={movement} />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  );
}
