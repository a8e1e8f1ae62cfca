import { useAnswer } from '../../../shared/answer.ts';
import { me } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Count } from '../../../shared/count.tsx';
import { Show } from '../../../shared/show.tsx';
import { PlanEnd } from '../../parts/plan-end.tsx';

const mine = { path: { account_id: me } };

/** The payment has arrived. Shows what the account has now. */
export function Paid() {
  const plan = useAnswer('GET /internal/billing/plan/{account_id}', mine);
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', mine);
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', mine);
  return (
    <Card title="Payment received">
      <Show of={balance}>
        {({ balance: credits }) => (
          <p>
            You have <Count of={credits} /> credits.
          </p>
        )}
      </Show>
      <Show of={plan}>
        {({ plan: held }) =>
          held && (
            <p>
              Your plan is {held.name}. <PlanEnd of={held} />
            </p>
          )
        }
      </Show>
      <div class="actions">
        {keys.value?.items.length === 0 ? (
          <a class="button primary" href="/app/key">
            Create your API key
          </a>
        ) : (
          <a class="button primary" href="/app/look-up">
            Look somebody up
          </a>
        )}
        <a href="/app/invoices">See the invoice</a>
      </div>
    </Card>
  );
}
