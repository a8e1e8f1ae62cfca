import type { ListAlertsAnswer } from '#client';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Ago } from '#web/shared/values/ago.tsx';

const shown = 5;

export function OpenAlerts({ of }: { of: AnswerState<ListAlertsAnswer> }) {
  return (
    <Card title="Open alerts">
      <Show of={of}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing needs you." />
          ) : (
            <>
              <ul class="bare stack">
                {items.slice(0, shown).map(({ id, what, last_raised_at }) => (
                  <li key={id}>
                    {what}{' '}
                    <span class="small">
                      <Ago at={last_raised_at} />
                    </span>
                  </li>
                ))}
              </ul>
              <a href="/console/health">See what to do</a>
            </>
          )
        }
      </Show>
    </Card>
  );
}
