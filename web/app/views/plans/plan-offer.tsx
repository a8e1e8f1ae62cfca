import { Action } from '../../../shared/action.tsx';
import { useGo } from '../../../shared/address.ts';
import { Badge } from '../../../shared/badge.tsx';
import { Count } from '../../../shared/count.tsx';
import { startCheckout } from '../payment/start-checkout.ts';
import type { PriceList, Standing } from '../plans.tsx';

type Entry = PriceList['monthly_plans'][number];

interface PlanOfferProps {
  of: Entry;
  mine: Standing['plan'];
  refusal: Standing['offers'][number]['refusal'];
  notes: PriceList['notes'];
}

/** A plan or a pack with its price, and a button to buy it or the reason why not. */
export function PlanOffer({ of: plan, mine, refusal, notes }: PlanOfferProps) {
  const go = useGo();
  const isMonthly = plan.kind === 'monthly';
  const isMine = mine?.plan_id === plan.id;
  return (
    <li class={plan.highlighted ? 'card offer highlighted' : 'card offer'}>
      <h3>
        {plan.name}{' '}
        {isMine ? <Badge tone="good">Your plan</Badge> : plan.highlighted && <Badge>Popular</Badge>}
      </h3>
      <p class="price">
        <span class="big">{plan.amount_display}</span> {isMonthly && <span>a month</span>}
      </p>
      <p>{plan.description}</p>
      {isMonthly && (
        <ul class="features">
          <li>
            <Count of={plan.credits} /> credits a month
          </li>
          <li>
            <Count of={plan.rate_limit_per_min} /> requests a minute
          </li>
          {plan.mcp && <li>Agent access (MCP)</li>}
        </ul>
      )}
      {refusal ? (
        <p class="small faint">{reasonOf(refusal, notes)}</p>
      ) : (
        <Action
          isPrimary={plan.highlighted || isMine}
          label={labelOf(plan, mine)}
          run={() => startCheckout(plan.id, go)}
        />
      )}
    </li>
  );
}

function labelOf({ kind, name, id }: Entry, mine: Standing['plan']): string {
  if (kind === 'topup') return `Buy ${name}`;
  if (!mine?.is_subscription) return `Choose ${name}`;
  return mine.plan_id === id ? `Subscribe to ${name} again` : `Upgrade to ${name}`;
}

/** Packs say it once, above all of them. */
function reasonOf(refusal: NonNullable<PlanOfferProps['refusal']>, notes: PriceList['notes']) {
  switch (refusal) {
    case 'already_subscribed':
      return 'It renews by itself. For more credits, buy a pack or move to a higher plan.';
    case 'downgrade_not_self_serve':
      return `It’s lower than your plan. ${notes.upgrade}`;
    case 'topup_requires_plan':
      return 'Needs a monthly plan.';
    case 'onboarding_required':
      return 'Set up your account first.';
  }
}
