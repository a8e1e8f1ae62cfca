import { useEffect, useState } from 'preact/hooks';
import { notPaidYet } from '#web/app/parts/buying/not-paid-yet.ts';
import { offerName } from '#web/app/parts/buying/offer-name.ts';
import { type OpenPurchase, openPurchases } from '#web/app/parts/buying/purchases.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { startCheckout } from './start-checkout.ts';

const titles: Record<OpenPurchase['status'], string> = {
  waiting: 'Waiting for your payment',
  processing: 'Your payment is on its way',
  failed: 'The payment failed',
};

/** A buyer who tried again comes back before the service hears of it. "Pay again" would be wrong then. */
const noticeMs = 10_000;

/** Nothing has arrived yet. The payment may be on its way, late, or failed. */
export function Waiting({ reference }: { reference: string }) {
  const purchase = openPurchases.value?.find((one) => one.payment_reference === reference);
  const [isSure, setSure] = useState(false);
  useEffect(() => {
    const heard = setTimeout(() => setSure(true), noticeMs);
    return () => clearTimeout(heard);
  }, []);
  const isEarly = purchase?.status === 'failed' && !isSure;
  const status = isEarly ? 'waiting' : (purchase?.status ?? 'waiting');
  return (
    <Card title={titles[status]}>
      {status !== 'failed' && <Progress label="This page updates automatically." />}
      <Facts
        of={[
          purchase && ['Amount', <Rupees paise={purchase.amount} />],
          purchase && ['For', offerName(purchase.plan_name, purchase.credits)],
          ['Reference', <code>{reference}</code>],
          purchase && ['Since', <Ago at={purchase.since} />],
        ]}
      />
      <p>{isEarly ? unknownWords : (purchase?.what_to_do ?? unknownWords)}</p>
      <div class="actions">
        {purchase && !isEarly && <PayAct of={purchase} />}
        <a class="button" href="/app">
          {status === 'failed' ? 'Not now' : 'Continue without waiting'}
        </a>
      </div>
    </Card>
  );
}

const unknownWords =
  'If you have paid, don’t pay again: banks confirm most payments within minutes, and some after up to five days. Your credits come when the money does.';

/** For this long a checkout of the same plan continues this one, so that it can't be paid twice. */
const continuedMs = 23 * 60 * 60_000;

/** The way to the provider's page, unless a payment has begun. */
function PayAct({ of: purchase }: { of: OpenPurchase }) {
  const { status, plan_id, since } = purchase;
  const go = useGo();
  if (status === 'processing' || Date.now() - Date.parse(since) > continuedMs) return null;
  const pay = () => startCheckout(plan_id, go, { replace: true });
  if (status === 'failed') return <Action label="Pay again" isPrimary run={pay} />;
  return <Action label="Go to the payment" run={pay} confirm={notPaidYet(purchase)} />;
}
