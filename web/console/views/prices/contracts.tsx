import { addressOf } from '#web/console/parts/account-address.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** Plans that were agreed with accounts. */
export default function Contracts() {
  const contracts = useListing('GET /api/v1/admin/contracts', { query: { limit: 50 } });
  return (
    <Page
      title="Contracts"
      intro="Plans that were agreed with accounts. You make, change and end one on the page of its account, under Access."
    >
      <Listing
        of={contracts}
        label="Contracts"
        keyOf={({ id }) => id}
        href={({ account_id }) => addressOf(account_id, 'access')}
        empty="No contract was made yet."
        columns={[
          { title: 'Account', cell: ({ account_id }) => account_id },
          { title: 'Plan', cell: ({ name }) => name },
          { title: 'Credits per month', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
          { title: 'Price per month', isNumber: true, cell: ({ amount }) => <Rupees paise={amount} /> },
          { title: 'From', cell: ({ starts_at }) => <Time at={starts_at} /> },
          { title: 'Until', cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} /> : 'No end') },
        ]}
      />
    </Page>
  );
}
