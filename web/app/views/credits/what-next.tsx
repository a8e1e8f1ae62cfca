import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Day } from '#web/shared/values/time.tsx';
import type { BalanceAnswer } from './lots.tsx';
import { nextEvents } from './next-events.ts';

const eventsShown = 5;

/** The next renewals and expiries, with their dates. */
export function WhatNext({ lots }: { lots: BalanceAnswer['lots'] }) {
  const { value: standing } = useAnswer('GET /internal/billing/plan/{account_id}', {
    path: { account_id: me },
  });
  const events = nextEvents(lots, standing).slice(0, eventsShown);
  return (
    <Card title="What happens next">
      {events.length === 0 ? (
        <p class="faint">
          Nothing is due. <a href="/app/plans">A plan</a> adds credits each month.
        </p>
      ) : (
        <ol class="what-next">
          {events.map(({ at, text }) => (
            <li key={text}>
              <span class="faint">
                <Day at={at} />
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
