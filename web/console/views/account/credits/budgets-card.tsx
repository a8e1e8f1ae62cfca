import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** The customer's budgets, if there are any. */
export function BudgetsCard({ accountId: account_id }: { accountId: string }) {
  const { value } = useAnswer('GET /api/v1/admin/budgets', { query: { account_id } });
  if (!value || value.items.length === 0) return null;
  return (
    <Card title="Budgets">
      {value.items.map(
        ({ id, key, period, credits, spent, left, starts_again_at: again, time_zone: zone }) => (
          <div key={id}>
            <Meter
              label={`${key ? key.name || key.prefix : 'Account'}, per ${period}`}
              value={spent}
              max={credits}
              text={`${countOf(spent)} of ${countOf(credits)} spent`}
              tone={left === 0 ? 'bad' : 'good'}
            />
            <p class="small faint">
              Starts again <Time at={again} /> ({zone})
            </p>
          </div>
        ),
      )}
    </Card>
  );
}
