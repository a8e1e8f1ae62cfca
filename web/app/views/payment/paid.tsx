import { useAnswer } from '../../../shared/answer.ts';
import { me } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Count } from '../../../shared/count.tsx';
import { Rupees } from '../../../shared/rupees.tsx';
import { session } from '../../../shared/session.ts';
import { Show } from '../../../shared/show.tsx';
import { Day } from '../../parts/day.tsx';
import { useAwaitedDocuments } from '../invoices/await-documents.ts';
import { Document } from '../invoices/document.tsx';
import type { Movement } from '../invoices/movement.ts';
import { NextAct } from './next-act.tsx';

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
        const payment = items.find(({ kind }) => kind === 'payment');
        return payment ? <Receipt of={payment} /> : <SomebodyElses />;
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
    <NextAct />
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
