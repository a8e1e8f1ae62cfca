import { Note } from '#web/app/parts/note.tsx';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { Document } from './document.tsx';
import { MovementKind } from './movement-kind.tsx';
import { planNames } from './plan-names.ts';
import { useAwaitedDocuments } from './use-awaited-documents.ts';

/** Every payment and what went back, each with its invoice or credit note. */
export default function Invoices() {
  const payments = useListing('GET /internal/billing/payments/{account_id}', {
    path: { account_id: me },
    query: { limit: 25 },
  });
  const onboarding = useAnswer('GET /internal/identity/onboarding/status', { query: { account_id: me } });
  const nameOf = planNames(useAnswer('GET /api/pricing').value);
  useAwaitedDocuments(payments.items, payments.reload);
  const needsProfile = onboarding.value?.business_profile === null && payments.items.length > 0;
  return (
    <Page title="Invoices" intro="Every payment has a GST invoice, and every refund a credit note.">
      {needsProfile && (
        <Note tone="warn">
          <p>
            Your invoices need an address. <a href="/app/onboarding">Add your business profile</a>, and they
            come within a minute.
          </p>
        </Note>
      )}
      <Listing
        of={payments}
        label="Your payments, newest first"
        keyOf={({ id }) => id}
        empty="No payments yet. When you buy a plan or a pack, its invoice is here."
        columns={[
          { title: 'When', cell: ({ at }) => <Time at={at} /> },
          { title: 'For', cell: ({ plan_id }) => nameOf(plan_id) },
          { title: 'What', cell: (movement) => <MovementKind of={movement} /> },
          {
            title: 'Amount',
            cell: ({ kind, amount }) => <Signed isOut={kind !== 'payment'} paise={amount} />,
            isNumber: true,
          },
          { title: 'Document', cell: (movement) => <Document of={movement} /> },
        ]}
      />
    </Page>
  );
}

/** Refunded amounts have a minus. */
const Signed = ({ isOut, paise }: { isOut: boolean; paise: number }) => (
  <>
    {isOut && '−'}
    <Rupees paise={paise} />
  </>
);
