import type { ListPaymentsAnswer } from '#client';
import { worded } from '#web/console/parts/words.ts';
import { downloadOf } from '#web/shared/answers/api.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { None } from '#web/shared/values/none.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PartProps } from './part-props.ts';

type Payment = ListPaymentsAnswer['items'][number];

const tones: Readonly<Record<string, Tone>> = { granted: 'good', duplicate: 'warn', reversed: 'bad' };

const columns: Column<Payment>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: ({ kind }) => worded(kind) },
  { title: 'Plan', cell: ({ plan_id }) => plan_id },
  {
    title: 'State',
    cell: ({ status }) => (status ? <Badge tone={tones[status] ?? 'plain'}>{worded(status)}</Badge> : '–'),
  },
  {
    title: 'Credits',
    isNumber: true,
    cell: ({ credits }) => (credits === null ? '–' : <Count of={credits} />),
  },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ kind, amount }) => (
      <>
        {kind !== 'payment' && '−'}
        <Rupees paise={amount} />
      </>
    ),
  },
  {
    title: 'Reference',
    cell: ({ provider, provider_payment_id }) => (
      <>
        {provider}{' '}
        <a href={`/console/payments?${new URLSearchParams({ q: provider_payment_id })}`}>
          <code>{provider_payment_id}</code>
        </a>
      </>
    ),
  },
  { title: 'Document', cell: ({ document_number: number }) => <Paper number={number} /> },
];

/** The payment ledger, with its invoices and credit notes. */
export function PaymentsPart({ account: { account_id } }: PartProps) {
  const payments = useListing('GET /internal/billing/payments/{account_id}', {
    path: { account_id },
    query: { limit: 50 },
  });
  return (
    <Listing
      label="Payments"
      of={payments}
      columns={columns}
      keyOf={({ id }) => id}
      empty="It has not paid anything yet."
    />
  );
}

function Paper({ number }: { number: string | null }) {
  if (number === null) return <None />;
  return (
    <a href={downloadOf(`/api/v1/admin/billing/document?${new URLSearchParams({ number })}`)} download>
      {number}
    </a>
  );
}
