import { useState } from 'preact/hooks';
import { api, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { type Budget, nameOf } from './budget.ts';
import { BudgetForm } from './budget-form.tsx';

/** The most that the account and its keys may spend, each with what is spent. */
export function Budgets() {
  const path = { account_id: me };
  const budgets = useAnswer('GET /internal/budgets/{account_id}', { path });
  const [open, setOpen] = useState<Budget | 'new' | null>(null);
  const items = budgets.value?.items ?? [];
  const remove = async ({ id }: Budget) => {
    await api.call('DELETE /internal/budgets/{account_id}/{budget_id}', {
      path: { account_id: me, budget_id: id },
    });
    await budgets.reload();
  };
  const saved = async () => {
    setOpen(null);
    await budgets.reload();
  };
  return (
    <Card
      title="Budgets"
      actions={
        <button type="button" onClick={() => setOpen('new')}>
          Add a budget
        </button>
      }
    >
      <Show of={budgets}>
        {() =>
          items.length === 0 ? (
            <p class="faint">
              No budgets yet. A budget is the most that your account or one of its keys may spend in a day or
              a month.
            </p>
          ) : (
            <>
              <p class="small faint">Days and months begin in the time zone {items[0]!.time_zone}.</p>
              <ul class="lots">
                {items.map((budget) => (
                  <li key={budget.id} class="budget">
                    <BudgetMeter of={budget} />
                    <span class="row">
                      <button type="button" class="quiet" onClick={() => setOpen(budget)}>
                        Change
                      </button>
                      <Action label="Remove" run={() => remove(budget)} confirm={removal(budget)} isDanger />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Show>
      {open && (
        <BudgetForm
          of={open === 'new' ? null : open}
          timeZone={items[0]?.time_zone}
          onSaved={saved}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}

function BudgetMeter({ of: budget }: { of: Budget }) {
  const { spent, credits, left, period, starts_again_at: again } = budget;
  return (
    <div>
      <Meter
        value={spent}
        max={credits}
        label={`${nameOf(budget)}, per ${period}`}
        text={`${countOf(spent)} of ${countOf(credits)} spent`}
        tone={left === 0 ? 'bad' : left * 5 <= credits ? 'warn' : 'good'}
      />
      <p class="small faint">
        {left === 0 ? 'Reached. ' : ''}Starts again <Time at={again} />
      </p>
    </div>
  );
}

const removal = (budget: Budget) => ({
  title: 'Remove this budget?',
  text: `${nameOf(budget)} may then spend without this limit. Jobs that it paused continue.`,
  act: 'Remove the budget',
});
