import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { Listing } from '../../shared/listing.tsx';
import { Page } from '../../shared/page.tsx';
import { Rupees } from '../../shared/rupees.tsx';
import { Time } from '../../shared/time.tsx';
import { useListing } from '../../shared/use-listing.ts';
import { Note } from '../parts/note.tsx';
import { useAwaitedDocuments } from './invoices/await-documents.ts';
import { Document } from './invoices/document.tsx';
import { MovementKind } from './invoices/movement-kind.tsx';
import { planNames } from './invoices/plan-names.ts';

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

/** What went back to the buyer has a minus. */
const Signed = ({ isOut, paise }: { isOut: boolean; paise: number }) => (
  <>
    {isOut && '−'}
    <Rupees paise={paise} />
  </>
);
