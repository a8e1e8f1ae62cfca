import type { Answer } from '#client';
import { Day } from '#web/app/parts/day.tsx';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Count } from '#web/shared/values/count.tsx';

export const CreditsCard = ({
  of,
}: {
  of: AnswerState<Answer<'GET /internal/billing/balance/{account_id}'>>;
}) => (
  <Card title="Credits" actions={<a href="/app/credits">History</a>}>
    <Show of={of}>
      {({ balance, held, next_expiry: next }) => (
        <>
          <p class="big">
            <Count of={balance} />
          </p>
          {held > 0 && (
            <p>
              <Count of={held} /> more are set aside for work in progress.
            </p>
          )}
          {next && (
            <p>
              <Count of={next.credits} /> expire on <Day at={next.at} />.
            </p>
          )}
          {balance === 0 && (
            <p>
              <a href="/app/plans">Get credits</a>
            </p>
          )}
        </>
      )}
    </Show>
  </Card>
);
