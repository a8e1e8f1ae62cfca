import type { Answer } from '#client';
import { Day } from '#web/shared/values/time.tsx';

type Plan = NonNullable<Answer<'GET /internal/billing/plan/{account_id}'>['plan']>;

/** When a plan renews or ends, as a sentence. */
export function PlanEnd({ of: { renews_at: renews, ends_at: ends, is_subscription: isPaid } }: { of: Plan }) {
  if (renews && Date.parse(renews) < Date.now()) {
    return (
      <>
        Was due to renew on <Day at={renews} />. We’re waiting for the payment. Without it, the plan ends on{' '}
        <Day at={ends} />.
      </>
    );
  }
  if (renews) {
    return (
      <>
        Renews on <Day at={renews} />.
      </>
    );
  }
  if (ends === null) return <>It has no end.</>;
  return isPaid ? (
    <>
      Ends on <Day at={ends} />. You won’t be charged again.
    </>
  ) : (
    <>
      Ends on <Day at={ends} />.
    </>
  );
}
