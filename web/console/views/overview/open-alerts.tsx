import type { ListAlertsAnswer } from '#client';
import { Ago } from '../../../shared/ago.tsx';
import type { AnswerState } from '../../../shared/answer.ts';
import { Card } from '../../../shared/card.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { Show } from '../../../shared/show.tsx';
import { worded } from '../../parts/words.ts';

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
                {items.slice(0, shown).map(({ id, kind, subject, last_raised_at }) => (
                  <li key={id}>
                    <strong>{worded(kind)}</strong> <span class="small">{subject}</span>{' '}
                    <span class="small">
                      <Ago at={last_raised_at} />
                    </span>
                  </li>
                ))}
              </ul>
              <a href="/console/alerts">See all</a>
            </>
          )
        }
      </Show>
    </Card>
  );
}
