import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Rupees, rupeesOf } from '#web/shared/values/rupees.tsx';
import { Day, Time } from '#web/shared/values/time.tsx';
import type { Purchase } from './purchases.tsx';

type Refund = Answer<'GET /api/v1/admin/billing/purchases/{purchase_id}'>['refunds'][number];
type Preview = Answer<'GET /api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund'>;

const states: States<Refund['status']> = {
  asked: ['Being sent', 'warn'],
  pending: ['On its way', 'warn'],
  processed: ['Sent back', 'good'],
  failed: ['Failed', 'bad'],
  refused: ['Refused', 'bad'],
};
const RefundState = badgeOf(states);

interface PaymentsProps {
  of: Purchase;
  refunds: readonly Refund[];
  reload: () => Promise<void>;
}

/** The payments of a purchase, each with a refund, and the refunds so far. */
export function PaymentsOfPurchase({ of: { id, payments }, refunds, reload }: PaymentsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const onDone = async () => {
    choose(null);
    await reload();
  };
  if (payments.length === 0) return null;
  return (
    <>
      <h2>Payments</h2>
      <Table
        items={payments}
        label="Payments"
        keyOf={(payment) => payment}
        columns={[
          { title: 'Payment', cell: (payment) => <code>{payment}</code> },
          {
            title: 'Refund',
            cell: (payment) => (
              <button type="button" aria-label={`Refund ${payment}`} onClick={() => choose(payment)}>
                Refund
              </button>
            ),
          },
        ]}
      />
      {refunds.length > 0 && (
        <Table
          items={refunds}
          label="Refunds"
          keyOf={(refund) => refund.id}
          columns={[
            { title: 'Amount', isNumber: true, cell: ({ amount }) => <Rupees paise={amount} /> },
            { title: 'State', cell: ({ status }) => <RefundState of={status} /> },
            {
              title: 'Why',
              cell: ({ reason, refusal }) => (refusal ? `${reason}. Refused: ${refusal}` : reason),
            },
            { title: 'By', cell: ({ actor }) => actor },
            { title: 'Asked', cell: ({ asked_at }) => <Time at={asked_at} /> },
          ]}
        />
      )}
      {chosen && <RefundDialog purchase={id} payment={chosen} onDone={onDone} />}
    </>
  );
}

interface DialogProps {
  purchase: string;
  payment: string;
  onDone: () => Promise<void>;
}

/** Asks for an amount, shows what happens to the credits, and then asks for the reason. */
function RefundDialog({ purchase: purchase_id, payment: payment_id, onDone }: DialogProps) {
  const [amount, setAmount] = useState<number | null>(null);
  const preview = useAnswer(
    'GET /api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund',
    {
      path: { purchase_id, payment_id },
      query: amount === null ? {} : { amount },
    },
  );
  const send = async ({ reason, cancels }: FormValues<'reason' | 'cancels'>) => {
    await api.call('POST /api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund', {
      path: { purchase_id, payment_id },
      body: { amount: amount!, reason, cancel_subscription: cancels === 'true' },
    });
    notify('The refund is on its way to the provider.');
    await onDone();
  };
  return (
    <Dialog title={`Refund ${payment_id}`} onClose={() => onDone()}>
      <Show of={preview}>
        {(shown) =>
          amount === null ? (
            <AmountForm of={shown} onAmount={setAmount} onCancel={onDone} />
          ) : (
            shown.amount === amount && (
              <>
                <Effect of={shown} />
                <Form
                  submit={`Send ${rupeesOf(shown.amount)} back`}
                  onSubmit={send}
                  actions={<Cancel onClick={() => onDone()} />}
                >
                  {shown.renews_at && (
                    <Check
                      name="cancels"
                      label="Also cancel the subscription"
                      hint={<Renewal at={shown.renews_at} />}
                      value={shown.amount === shown.paid}
                    />
                  )}
                  <Reason />
                </Form>
              </>
            )
          )
        }
      </Show>
    </Dialog>
  );
}

interface AmountProps {
  of: Preview;
  onAmount: (paise: number) => void;
  onCancel: () => Promise<void>;
}

/** No provider sends less back. */
const leastRupees = 1;

function AmountForm({ of: { refundable, note }, onAmount, onCancel }: AmountProps) {
  if (refundable === 0) return <p>{note}</p>;
  return (
    <Form
      submit="Show what happens"
      onSubmit={({ rupees }: FormValues<'rupees'>) => onAmount(Math.round(Number(rupees) * 100))}
      actions={<Cancel onClick={() => onCancel()} />}
    >
      <Field
        name="rupees"
        label="Amount in rupees"
        hint={`At most ${rupeesOf(refundable)}. ${note ?? 'None of its credits are used.'}`}
        type="number"
        min={leastRupees}
        max={refundable / 100}
        step={0.01}
        value={String(refundable / 100)}
        isRequired
      />
    </Form>
  );
}

const Renewal = ({ at }: { at: string }) => (
  <>
    Otherwise it is charged again on <Day at={at} />.
  </>
);

function Effect({ of: shown }: { of: Preview }) {
  const { amount, credits_taken, credits_unused, credits, balance_after, invoice, mail_to } = shown;
  return (
    <Facts
      of={[
        ['Back to the buyer', <Rupees paise={amount} />],
        [
          'Credits that go with it',
          `${countOf(credits_taken)} of ${countOf(credits)}, ${countOf(credits_unused)} unused`,
        ],
        ['Balance afterwards', balance_after === null ? 'No account has it' : countOf(balance_after)],
        ['Credit note', invoice ? `For ${invoice}` : 'None, there is no invoice yet'],
        ['Mail', mail_to ?? 'None, no address is known'],
      ]}
    />
  );
}
