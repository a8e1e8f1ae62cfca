import { offerName } from '#web/app/parts/buying/offer-name.ts';
import { openPurchases } from '#web/app/parts/buying/purchases.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { counted } from '#web/shared/values/count.tsx';

/** Said before the button is pressed: what credits cost, and how to get them. */
export default function NeedCredits() {
  const { value: prices } = useAnswer('GET /api/pricing');
  const { value: standing } = useAnswer('GET /internal/billing/plan/{account_id}', {
    path: { account_id: me },
  });
  const refusals = new Map(standing?.offers.map(({ plan_id, refusal }) => [plan_id, refusal]));
  const kinds = [prices?.monthly_plans ?? [], prices?.topup_packs ?? []];
  // An account with a plan most often needs a pack.
  const offers = (standing?.plan ? kinds.toReversed() : kinds).flat();
  const offer = offers.find(({ id }) => [null, 'onboarding_required'].includes(refusals.get(id) ?? null));
  const arriving = openPurchases.value?.find(({ status }) => status === 'processing');
  if (arriving)
    return (
      <p class="need-credits">
        <span>You have no credits now. {counted(arriving.credits, 'credit')} come with your payment.</span>
      </p>
    );
  return (
    <div class="need-credits">
      <p>You need credits to look people up.</p>
      <p>
        {standing && offer && (
          <>
            <b>
              {offerName(offer.name, offer.credits, ': ')} for {offer.amount_display}
              {offer.kind === 'monthly' && ' a month'}
            </b>
            {'. '}
          </>
        )}
        <a href="/app/plans">See plans</a>
      </p>
    </div>
  );
}
