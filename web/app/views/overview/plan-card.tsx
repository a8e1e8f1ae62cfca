import type { Answer } from '#client';
import type { AnswerState } from '../../../shared/answer.ts';
import { Card } from '../../../shared/card.tsx';
import { Show } from '../../../shared/show.tsx';
import { PlanEnd } from '../../parts/plan-end.tsx';

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
