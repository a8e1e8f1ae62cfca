import { addressOf } from '#web/console/parts/account-address.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';

const states = {
  running: ['In force', 'good'],
  ahead: ['Not yet', 'plain'],
  ended: ['Ended', 'plain'],
} as const;
const ContractState = badgeOf<keyof typeof states>(states);

function stateOf({ starts_at, ends_at }: { starts_at: string; ends_at: string | null }) {
  if (ends_at !== null && new Date(ends_at) <= new Date()) return 'ended';
  return new Date(starts_at) > new Date() ? 'ahead' : 'running';
}

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
          {
            title: 'Account',
            cell: ({ account_id, account_email: email }) => (
              <>
                {email ?? account_id}
                {email && <div class="small faint">{account_id}</div>}
              </>
            ),
          },
          { title: 'Plan', cell: ({ name }) => name },
          { title: 'Credits per month', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
          { title: 'Price per month', isNumber: true, cell: ({ amount }) => <Rupees paise={amount} /> },
          { title: 'State', cell: (contract) => <ContractState of={stateOf(contract)} /> },
          { title: 'From', cell: ({ starts_at }) => <Time at={starts_at} /> },
          {
            title: 'Until',
            isNamed: true,
            cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} /> : 'No end'),
          },
        ]}
      />
    </Page>
  );
}
