import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { attachPayment } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Rupees, rupeesOf } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Unmatched = Answer<'GET /api/v1/admin/billing/unmatched-payments'>['items'][number];

/** More are shown once these are attached or sent back. */
const shownMax = 100;

/** Captured money for which no account got anything. */
export default function UnmatchedPayments() {
  const found = useAnswer('GET /api/v1/admin/billing/unmatched-payments', { query: { limit: shownMax } });
  const [attached, attach] = useState<Unmatched | null>(null);
  const onDone = async (isAttached: boolean) => {
    attach(null);
    if (isAttached) await found.reload();
  };
  return (
    <Page
      title="Payments"
      intro="Money that has arrived and belongs to no purchase, such as a payment by a link that you sent, or of another amount."
    >
      <Show of={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Every payment belongs to a purchase." />
          ) : (
            <>
              {items.length === shownMax && (
                <p>{`The newest ${shownMax}. The older ones follow when these are settled.`}</p>
              )}
              <Table
                items={items}
                label="Unmatched payments"
                keyOf={({ provider, payment_id }) => `${provider} ${payment_id}`}
                columns={[
                  { title: 'Payment', cell: ({ payment_id }) => <code>{payment_id}</code> },
                  { title: 'Amount', isNumber: true, cell: (one) => <Money of={one} /> },
                  {
                    title: 'Reference',
                    cell: ({ reference }) => (reference ? <code>{reference}</code> : '–'),
                  },
                  { title: 'Captured', cell: ({ at }) => <Time at={at} /> },
                  {
                    title: 'Attach',
                    cell: (one) =>
                      one.is_subscription || one.currency !== 'INR' ? (
                        'Look at the provider’s site'
                      ) : (
                        <button
                          type="button"
                          aria-label={`Attach ${one.payment_id}`}
                          onClick={() => attach(one)}
                        >
                          Attach
                        </button>
                      ),
                  },
                ]}
              />
            </>
          )
        }
      </Show>
      {attached && <AttachDialog of={attached} onDone={onDone} />}
    </Page>
  );
}

const Money = ({ of: { amount, currency } }: { of: Unmatched }) =>
  currency === 'INR' ? <Rupees paise={amount} /> : <span>{`${amount / 100} ${currency}`}</span>;

interface AttachDialogProps {
  of: Unmatched;
  onDone: (isAttached: boolean) => Promise<void>;
}

function AttachDialog({ of: { provider, payment_id, amount }, onDone }: AttachDialogProps) {
  const catalogue = useAnswer('GET /api/v1/admin/catalogue', { query: { limit: 1 } });
  const send = async (given: FormValues<'account_id' | 'plan_id' | 'reason'>) => {
    await api.call('POST /api/v1/admin/billing/unmatched-payments', {
      body: { provider, payment_id, ...given },
    });
    notify('The account has its credits.');
    await onDone(true);
  };
  return (
    <Dialog title={`Attach ${rupeesOf(amount)} to an account`} onClose={() => onDone(false)}>
      <Show of={catalogue}>
        {({ entries }) => (
          <Form submit="Attach it" onSubmit={send} actions={<Cancel onClick={() => onDone(false)} />}>
            <Field {...attachPayment.account_id} label="Account" hint="Its ID." isRequired />
            <Choice
              name="plan_id"
              label="Pack"
              hint="The account gets its credits for the amount that was paid, and an invoice."
              options={entries
                .filter(({ kind }) => kind === 'topup')
                .map(({ id, name }) => [id, name] as const)}
            />
            <Reason />
          </Form>
        )}
      </Show>
    </Dialog>
  );
}
