import type { ShowBalanceAnswer } from '#client';
import type { AnswerState } from '../../../shared/answer.ts';
import { Card } from '../../../shared/card.tsx';
import { Count, countOf } from '../../../shared/count.tsx';
import { Meter } from '../../../shared/meter.tsx';
import { Show } from '../../../shared/show.tsx';
import { Time } from '../../../shared/time.tsx';
import { worded } from '../../parts/words.ts';

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
            {lots.map((lot, at) => (
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
          </>
        )}
      </Show>
    </Card>
  );
}
