import { Badge } from '#web/shared/values/badge.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { BuyButton } from './buy-button.tsx';
import type { Entry, OfferProps } from './types.ts';

/** Plans differ by tenths of a paisa. */
const perCredit = new Intl.NumberFormat('en-IN', {
  ...{ style: 'currency', currency: 'INR' },
  ...{ minimumFractionDigits: 0, maximumFractionDigits: 3 },
});

/** A plan or a pack with its price, and a button to buy it or the reason why not. */
export function PlanOffer(props: OfferProps) {
  const { of: plan, isChosen, mine, packRate } = props;
  const isMine = mine?.plan_id === plan.id;
  return (
    <li class={plan.highlighted ? 'card offer highlighted' : 'card offer'}>
      <h3>
        {plan.name}{' '}
        {isMine ? (
          <Badge tone="good">Your plan</Badge>
        ) : (
          plan.highlighted && <Badge>{isChosen ? 'Your choice' : 'Popular'}</Badge>
        )}
      </h3>
      <p>
        <span class="big">{plan.amount_display}</span> {plan.kind === 'monthly' && 'a month'}
      </p>
      <p class="small faint">{perCredit.format(plan.amount / 100 / plan.credits)} per credit</p>
      <p>{plan.description}</p>
      {plan.kind === 'monthly' && <Features of={plan} packRate={packRate} />}
      <BuyButton {...props} />
    </li>
  );
}

const Features = ({
  of: { credits, rate_limit_per_min: rate, mcp },
  packRate,
}: {
  of: Entry;
  packRate: number;
}) => (
  <ul class="features">
    <li>
      <Count of={credits} /> credits per month
    </li>
    <li>
      <Count of={rate} /> requests per minute{rate < packRate && `, ${countOf(packRate)} with a pack`}
    </li>
    {mcp && <li>Agent access (MCP)</li>}
  </ul>
);
