import { PlanEnd } from '#web/app/parts/buying/plan-end.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import type { PriceList, Standing } from './types.ts';

interface CurrentPlanProps {
  of: NonNullable<Standing['plan']>;
  notes: PriceList['notes'];
  onChanged: () => Promise<void>;
}

/** The plan that the account has, and the way to cancel it. */
export function CurrentPlan({ of: plan, notes, onChanged }: CurrentPlanProps) {
  const cancel = async () => {
    await api.call('POST /internal/billing/cancellation/{account_id}', { path: { account_id: me } });
    notify(`${plan.name} is cancelled. You won’t be charged again.`);
    await onChanged();
  };
  return (
    <Card title={`Your plan: ${plan.name}`}>
      <p>
        <PlanEnd of={plan} />
      </p>
      {plan.renews_at && (
        <Action
          label="Cancel the plan"
          isDanger
          run={cancel}
          confirm={{
            title: `Cancel ${plan.name}?`,
            text: `${notes.cancel} ${notes.no_refund}`,
            act: 'Cancel the plan',
            keep: 'Keep the plan',
          }}
        />
      )}
    </Card>
  );
}
