import type { Answer } from '#client';
import { PlanEnd } from '#web/app/parts/plan-end.tsx';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';

export const PlanCard = ({ of }: { of: AnswerState<Answer<'GET /internal/billing/plan/{account_id}'>> }) => (
  <Card title="Plan" actions={<a href="/app/plans">Plans</a>}>
    <Show of={of}>
      {({ plan }) =>
        plan ? (
          <>
            <p class="big">{plan.name}</p>
            <p>
              <PlanEnd of={plan} />
            </p>
          </>
        ) : (
          <>
            <p class="big">None yet</p>
            <p>
              <a href="/app/plans">Choose a plan</a> to start looking people up.
            </p>
          </>
        )
      }
    </Show>
  </Card>
);
