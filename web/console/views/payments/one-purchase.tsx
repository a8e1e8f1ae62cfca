import { addressOf } from '#web/console/parts/account-address.ts';
import { DocumentLink } from '#web/console/parts/document-link.tsx';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { type Purchase, PurchaseState } from './purchases.tsx';
import { PaymentsOfPurchase } from './refunds.tsx';

const askedWords: Readonly<Partial<Record<Purchase['status'], string>>> = {
  open: 'The provider knows of no money for it.',
  on_its_way: 'The bank has authorised the money. The provider hasn’t captured it yet.',
};

/** One purchase: its money, its history in sentences, and the deliveries behind it. */
export default function OnePurchase({ purchase_id }: { purchase_id: string }) {
  const found = useAnswer(
    'GET /api/v1/admin/billing/purchases/{purchase_id}',
    { path: { purchase_id } },
    {
      everyMs: (purchase) => (purchase?.refunds.some(({ status }) => status === 'asked') ? 2_000 : undefined),
    },
  );
  const ask = async () => {
    const { status } = await api.call('POST /api/v1/admin/billing/purchases/{purchase_id}/question', {
      path: { purchase_id },
    });
    notify(askedWords[status] ?? 'The answer of the provider was applied.');
    await found.reload();
  };
  return (
    <Page
      title="Purchase"
      intro={<a href="/console/payments">All purchases</a>}
      actions={<Action label="Ask the provider now" run={ask} />}
    >
      <Show of={found}>
        {({ history, deliveries, refunds, ...purchase }) => (
          <>
            <PurchaseFacts of={purchase} />
            <PaymentsOfPurchase of={purchase} refunds={refunds} reload={found.reload} />
            <h2>What happened</h2>
            <Table
              items={history}
              label="History"
              keyOf={(_, at) => at}
              columns={[
                { title: 'When', cell: ({ at }) => <Time at={at} /> },
                { title: 'What', isBeside: false, cell: ({ what }) => what },
              ]}
            />
            <h2>Deliveries</h2>
            {deliveries.length === 0 ? (
              <Empty title="The provider has delivered nothing about it in the last 90 days." />
            ) : (
              <Table
                items={deliveries}
                label="Deliveries"
                keyOf={({ id }) => id}
                columns={[
                  { title: 'Event', cell: ({ type }) => <code>{type}</code> },
                  { title: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
                  {
                    title: 'Applied',
                    isNamed: true,
                    cell: ({ applied_at }) => (applied_at ? <Time at={applied_at} /> : 'Not yet'),
                  },
                ]}
              />
            )}
          </>
        )}
      </Show>
    </Page>
  );
}

function PurchaseFacts({ of: purchase }: { of: Purchase }) {
  const { status, plan_name, amount, paid, returned, provider, references, documents } = purchase;
  return (
    <Card>
      <Facts
        of={[
          ['State', <PurchaseState of={status} />],
          ['Buyer', buyerOf(purchase)],
          ['What', plan_name],
          ['Price', <Rupees paise={amount} />],
          ['Paid', <Rupees paise={paid} />],
          ['Returned', <Rupees paise={returned} />],
          ['Provider', provider],
          ['Order or subscription', references.join(', ') || '–'],
          [
            'Documents',
            documents.length > 0 ? (
              <span class="row">
                {documents.map((number) => (
                  <DocumentLink key={number} number={number} />
                ))}
              </span>
            ) : null,
          ],
        ]}
      />
    </Card>
  );
}

function buyerOf({ account_id, email }: { account_id: string | null; email: string | null }) {
  if (account_id === null) return email ?? 'Not claimed yet';
  return <a href={addressOf(account_id, 'payments')}>{email ?? account_id}</a>;
}
