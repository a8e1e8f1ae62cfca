import type { Answer } from '#client';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listPurchases } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';

export type Purchase = Answer<'GET /api/v1/admin/billing/purchases'>['items'][number];

const states: States<Purchase['status']> = {
  open: ['No money yet', 'plain'],
  on_its_way: ['On its way', 'warn'],
  unclaimed: ['Not claimed', 'warn'],
  granted: ['Paid', 'good'],
  partly_returned: ['Returned in part', 'warn'],
  returned: ['Returned', 'bad'],
};
export const PurchaseState = badgeOf(states);
const orders = ['newest', 'oldest', 'highest', 'lowest'] as const;
const isState = (text: string): text is Purchase['status'] => Object.hasOwn(states, text);

/** Purchases of all accounts, with those that have no payment. */
export default function Purchases() {
  const [{ status = '', since, until, order: sorting, q: named = '' }] = useQuery();
  const { q = named } = useSought();
  const only = {
    ...(isState(status) ? { status } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
  const order = orders.find((each) => each === sorting) ?? 'newest';
  const purchases = useListing('GET /api/v1/admin/billing/purchases', {
    query: { limit: 50, q, order, ...only },
  });
  const isFiltered = q !== '' || Object.keys(only).length > 0;
  return (
    <Page
      title="Payments"
      intro="Every purchase, also those without money. Search by an order, a payment, an invoice or an email, whole or its beginning, by an account or by an amount in rupees."
    >
      <Filters personal={['q']}>
        <Field {...listPurchases.q} label="Search" type="search" />
        <Choice
          name="status"
          label="State"
          options={[['', 'All'], ...Object.entries(states).map(([name, [words]]) => [name, words] as const)]}
        />
        <Field {...listPurchases.since} type="datetime-local" label="Begun from" />
        <Field {...listPurchases.until} type="datetime-local" label="Begun before" />
      </Filters>
      <Listing
        of={purchases}
        label="Purchases"
        keyOf={({ id }) => id}
        href={({ id }) => `/console/payments/${id}`}
        empty={isFiltered ? 'No matching purchases.' : 'No checkout has begun yet.'}
        columns={[
          { title: 'Buyer', cell: ({ account_id, email }) => email ?? account_id ?? 'Unknown' },
          { title: 'What', cell: ({ plan_name }) => plan_name },
          {
            title: 'Price',
            isNumber: true,
            orders: ['highest', 'lowest'],
            cell: ({ amount }) => <Rupees paise={amount} />,
          },
          { title: 'State', cell: ({ status }) => <PurchaseState of={status} /> },
          {
            title: 'Reference',
            isForWide: true,
            cell: ({ references, payments }) => <code>{payments[0] ?? references[0] ?? '–'}</code>,
          },
          { title: 'Documents', isForWide: true, cell: ({ documents }) => documents.join(', ') || '–' },
          {
            title: 'Begun',
            orders: ['newest', 'oldest'],
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
      />
    </Page>
  );
}
