import { Document } from '#web/app/views/invoices/document.tsx';
import type { Movement } from '#web/app/views/invoices/movement.ts';
import { useAwaitedDocuments } from '#web/app/views/invoices/use-awaited-documents.ts';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { session } from '#web/shared/session/session.ts';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Day } from '#web/shared/values/time.tsx';
import { AskedAnswer } from './asked-answer.tsx';
import { SecondPayments } from './second-payments.tsx';

const none: Movement[] = [];

/** The payment has arrived and belongs to an account: most often to this one. */
export function Paid({ reference }: { reference: string }) {
  const path = { account_id: me };
  const payments = useAnswer('GET /internal/billing/payments/{account_id}', {
    path,
    query: { payment_reference: reference },
  });
  useAwaitedDocuments(payments.value?.items ?? none, payments.reload);
  return (
    <Show of={payments}>
      {({ items }) => {
        const payment = items.find(({ kind, status }) => kind === 'payment' && status !== 'duplicate');
        if (!payment) return <SomebodyElses />;
        return (
          <>
            <Receipt of={payment} />
            <SecondPayments of={items} />
            <AskedAnswer />
          </>
        );
      }}
    </Show>
  );
}

const Receipt = ({ of: payment }: { of: Movement }) => (
  <Card title="Payment received" actions={payment.document_number !== null && <Document of={payment} />}>
    <p>
      Thank you. You paid <Rupees paise={payment.amount} />
      {payment.credits !== null && (
        <>
          {' '}
          and got <Count of={payment.credits} /> credits, which you can spend until{' '}
          <Day at={payment.credits_expire_at} />
        </>
      )}
      .
    </p>
  </Card>
);

const SomebodyElses = () => (
  <Card title="This purchase belongs to another account">
    <p>
      You’re signed in as {session.value?.email}. To see the purchase, sign in with the account that bought or
      claimed it.
    </p>
  </Card>
);
