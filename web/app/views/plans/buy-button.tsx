import { notPaidYet } from '#web/app/parts/buying/not-paid-yet.ts';
import { shownPurchases } from '#web/app/parts/buying/purchases.ts';
import { startCheckout } from '#web/app/views/payment/start-checkout.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Support } from '#web/shared/session/support.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import type { OfferProps } from './types.ts';

/** Buys a plan or a pack, or says why it can't be bought. */
export function BuyButton(props: OfferProps) {
  const { of: plan, mine, refusal, contact } = props;
  if (mine?.undo_until && mine.plan_id === plan.id)
    return <p class="small faint">Cancelled. Above you can keep it.</p>;
  switch (refusal) {
    case null:
      return <Buy {...props} />;
    case 'already_subscribed':
      return <p class="small faint">For more credits, buy a pack or move to a higher plan.</p>;
    case 'downgrade_not_self_serve':
      return (
        <p class="small faint">
          To move to a lower plan, <ContactUs at={contact} />.
        </p>
      );
    case 'onboarding_required':
      return plan.kind === 'monthly' || mine ? (
        <First of={plan} label={labelOf(plan, mine)} />
      ) : (
        <PlanFirst />
      );
    case 'topup_requires_plan':
      return <PlanFirst />;
    default:
      return (
        <p class="small faint">
          This account can’t buy now. Please <ContactUs at={contact} />.
        </p>
      );
  }
}

/** Asks first where a second payment could follow, or where the present plan ends. */
function Buy({ of: plan, mine, fitting }: OfferProps) {
  const go = useGo();
  const open = shownPurchases.value.find(({ plan_id }) => plan_id === plan.id);
  if (open?.status === 'processing' && open.payment_reference)
    return (
      <a class="button" href={`/app/payment/${encodeURIComponent(open.payment_reference)}`}>
        {rupeesOf(open.amount)} is on its way
      </a>
    );
  return (
    <Action
      isPrimary={fitting ? plan.id === fitting : plan.highlighted || mine?.plan_id === plan.id}
      label={labelOf(plan, mine)}
      run={() => startCheckout(plan.id, go)}
      confirm={open?.status === 'waiting' ? notPaidYet(open) : questionOf(plan, mine)}
    />
  );
}

/** An upgrade is charged in full, today. */
function questionOf({ kind, name, id, amount_display: price }: OfferProps['of'], mine: OfferProps['mine']) {
  if (kind === 'topup' || !mine?.is_subscription || mine.plan_id === id) return undefined;
  return {
    title: `Upgrade to ${name}?`,
    text: `You pay ${price} today, and every month from then on. ${mine.name} ends with the first payment and isn’t charged again. Its credits stay until they expire.`,
    act: `Pay ${price}`,
    keep: `Keep ${mine.name}`,
  };
}

/** Packs add to a monthly plan. */
const PlanFirst = () => (
  <a class="button" href="#monthly">
    Choose a plan first
  </a>
);

const ContactUs = ({ at: { href } }: { at: OfferProps['contact'] }) => (
  <Support href={href || undefined}>contact us</Support>
);

/** Leads to what is missing before anything can be bought, and from there to the payment. */
const First = ({ of: { id, highlighted }, label }: { of: OfferProps['of']; label: string }) => (
  <a class={highlighted ? 'button primary' : 'button'} href={`/app/onboarding?plan=${id}`}>
    {label}
  </a>
);

function labelOf({ kind, name, id }: OfferProps['of'], mine: OfferProps['mine']): string {
  if (kind === 'topup') return `Buy ${name}`;
  if (!mine?.is_subscription) return `Choose ${name}`;
  return mine.plan_id === id ? `Subscribe to ${name} again` : `Upgrade to ${name}`;
}
