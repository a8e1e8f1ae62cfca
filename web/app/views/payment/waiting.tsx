import { useEffect, useState } from 'preact/hooks';
import { Live } from '#web/app/parts/live.tsx';
import { Action } from '#web/shared/feedback/action.tsx';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { startCheckout } from './start-checkout.ts';

/** Most payments arrive within this time. */
const usualMs = 15_000;

/** Nothing has arrived yet. The payment may be on its way, late, or failed. */
export function Waiting({ planId }: { planId: string | undefined }) {
  const go = useGo();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), usualMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Card title="Waiting for your payment">
      <Progress label="This page updates automatically." />
      <Live>
        {isLate && (
          <p>
            It hasn’t arrived yet. If you have paid, you can leave this page: a bank can take a while, and
            your credits come when the money does. To check later, come back to this address.
          </p>
        )}
      </Live>
      <p>
        If you didn’t pay, or the payment failed, nothing is lost.{' '}
        {planId ? 'Pay now.' : 'Choose the plan or pack again to pay.'}
      </p>
      <div class="actions">
        {planId && <Action label="Pay now" run={() => startCheckout(planId, go, { replace: true })} />}
        <a class="button" href="/app/plans">
          Back to the plans
        </a>
      </div>
    </Card>
  );
}
