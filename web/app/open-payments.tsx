import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { counted } from '#web/shared/values/count.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { keepPurchases, type OpenPurchase, setAside, shownPurchases } from './parts/buying/purchases.ts';
import './open-payments.css';

/** Above every view: payments on their way, until they have arrived. */
export default function OpenPayments() {
  const { path } = useLocation();
  const { value, reload } = useAnswer(
    'GET /internal/billing/open-purchases/{account_id}',
    { path: { account_id: me } },
    { everyMs: (list) => (list?.items.length ? 4000 : 60_000) },
  );
  useEffect(() => {
    if (value) keepPurchases(value.items);
  }, [value]);
  useEffect(() => {
    // A checkout may have begun on the view before.
    if (value) void reload();
  }, [path]);
  const shown = shownPurchases.value.filter(
    ({ payment_reference: reference }) => path !== addressOf(reference),
  );
  return (
    <div role="status">
      {shown.slice(0, shownMax).map((purchase) => (
        <OpenPayment key={purchase.id} of={purchase} />
      ))}
    </div>
  );
}

/** More than one is rare. */
const shownMax = 2;

const addressOf = (reference: string | null) => `/app/payment/${encodeURIComponent(reference ?? '')}`;

const advice: Record<OpenPurchase['status'], string> = {
  waiting: 'waiting. If you have paid, don’t pay again.',
  processing: 'the bank is working on it. Don’t pay again.',
  failed: 'failed. No money was taken.',
};

function OpenPayment({ of }: { of: OpenPurchase }) {
  const { id, amount, credits, payment_reference: reference, status } = of;
  return (
    <p class={status === 'failed' ? 'notice payment failed' : 'notice payment'}>
      <span>
        <b>{rupeesOf(amount)}</b>, {counted(credits, 'credit')}: {advice[status]}
        {reference && (
          <>
            {' '}
            Reference <code>{reference}</code>
          </>
        )}
      </span>
      <span class="row">
        {status !== 'processing' && (
          <button type="button" class="quiet" onClick={() => setAside(id)}>
            {status === 'failed' ? 'Hide' : 'I won’t pay'}
          </button>
        )}
        {reference && <a href={addressOf(reference)}>Show payment</a>}
      </span>
    </p>
  );
}
