import { PlanEnd } from '#web/app/parts/buying/plan-end.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { Day, dayOf } from '#web/shared/values/time.tsx';
import type { PriceList, Standing } from './types.ts';

interface CurrentPlanProps {
  of: Standing;
  notes: PriceList['notes'];
  onChanged: () => Promise<void>;
}

/** When a plan that is cancelled now ends: with the period that is paid. */
const endOf = (plan: Standing['plan']): string =>
  plan?.renews_at && Date.parse(plan.renews_at) > Date.now()
    ? `${plan.name} ends on ${dayOf(plan.renews_at)}. `
    : '';

/** The plan that the account has, whatever else it is charged for, and the way to cancel. */
export function CurrentPlan({ of: { plan, renewals }, notes, onChanged }: CurrentPlanProps) {
  const others = renewals.filter(({ plan_id }) => !plan?.renews_at || plan_id !== plan.plan_id);
  const names = renewals.map(({ name }) => name).join(' and ');
  const cancel = async () => {
    await api.call('POST /internal/billing/cancellation/{account_id}', { path: { account_id: me } });
    notify(`${names} is cancelled. You won’t be charged again.`);
    await onChanged();
  };
  const undo = async () => {
    const kept = await api.call('DELETE /internal/billing/cancellation/{account_id}', {
      path: { account_id: me },
    });
    notify(`${plan!.name} continues.${kept.renews_at ? ` It renews on ${dayOf(kept.renews_at)}.` : ''}`);
    await onChanged();
  };
  if (!plan && renewals.length === 0) return null;
  return (
    <Card title={plan ? `Your plan: ${plan.name}` : 'Your subscription'}>
      {plan && (
        <p>
          <PlanEnd of={plan} />
        </p>
      )}
      {plan?.undo_until && (
        <p class="faint">
          You can undo the cancellation until <Day at={plan.undo_until} />.
        </p>
      )}
      {others.map(({ plan_id, name, amount, renews_at }) => (
        <p key={plan_id}>
          Your {name} subscription still renews: {rupeesOf(amount)} a month
          {renews_at && (
            <>
              , next on <Day at={renews_at} />
            </>
          )}
          .
        </p>
      ))}
      {plan?.undo_until && <Action label={`Keep ${plan.name}`} run={undo} />}
      {renewals.length > 0 && (
        <Action
          label={plan?.renews_at ? 'Cancel the plan' : 'Cancel the subscription'}
          isDanger
          run={cancel}
          confirm={{
            title: `Cancel ${names}?`,
            text: `${endOf(plan)}${notes.cancel} ${notes.no_refund}`,
            act: plan?.renews_at ? 'Cancel the plan' : 'Cancel the subscription',
            keep: plan?.renews_at ? 'Keep the plan' : 'Keep the subscription',
          }}
        />
      )}
    </Card>
  );
}
