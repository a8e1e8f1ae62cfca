import type { ShowBalanceAnswer } from '#client';
import { worded } from '#web/console/parts/words.ts';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Count, counted, countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** An account that gets credits each day has many lots. These are spent next. */
const lotsShown = 5;

/** The balance, and the lots in the order in which they are spent. */
export function BalanceCard({ of }: { of: AnswerState<ShowBalanceAnswer> }) {
  return (
    <Card title="Balance">
      <Show of={of}>
        {({ balance, held, lots }) => (
          <>
            <p class="big">
              <Count of={balance} />
            </p>
            {held > 0 && <p class="faint">{countOf(held)} more are set aside for work in progress.</p>}
            {lots.slice(0, lotsShown).map((lot, at) => (
              <div key={at}>
                <Meter
                  label={worded(lot.source)}
                  value={lot.available}
                  max={lot.granted}
                  text={`${countOf(lot.available)} of ${countOf(lot.granted)} left`}
                />
                <p class="small faint">
                  {lot.expires_at ? (
                    <>
                      Until <Time at={lot.expires_at} />
                    </>
                  ) : (
                    'Does not expire'
                  )}
                </p>
              </div>
            ))}
            {lots.length > lotsShown && (
              <p class="small faint">
                {counted(lots.length - lotsShown, 'more lot')}, among the grants below.
              </p>
            )}
          </>
        )}
      </Show>
    </Card>
  );
}
