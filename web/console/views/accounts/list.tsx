import type { ListAccountsAnswer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';

type Account = ListAccountsAnswer['items'][number];

const columns: Column<Account>[] = [
  { title: 'Account', cell: ({ account_id }) => account_id },
  {
    title: 'Who',
    cell: ({ name, email }) => (
      <>
        {name && <div>{name}</div>}
        <div class={name ? 'small faint' : undefined}>{email ?? '–'}</div>
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ locked, key, closed_at }) => (
      <div class="row">
        {locked && <Badge tone="bad">Locked</Badge>}
        {key?.status === 'banned' && <Badge tone="warn">Key banned</Badge>}
        {!locked && key?.status === 'active' && <Badge tone="good">Active</Badge>}
        {!locked && !key && <Badge>{closed_at ? 'Closed' : 'No key'}</Badge>}
      </div>
    ),
  },
  { title: 'Plan', cell: ({ plan_ids }) => plan_ids.join(', ') || '–' },
  { title: 'Credits', isNumber: true, cell: ({ balance }) => <Count of={balance} /> },
  { title: 'Last lookup', cell: ({ last_call_at }) => <Ago at={last_call_at} /> },
  { title: 'Created', orders: ['newest', 'oldest'], cell: ({ created_at }) => <Ago at={created_at} /> },
];

export function AccountList({ of, empty }: { of: ListingState<Account>; empty: string }) {
  return (
    <Listing
      label="Accounts"
      of={of}
      columns={columns}
      keyOf={({ account_id }) => account_id}
      href={({ account_id }) => addressOf(account_id)}
      empty={empty}
    />
  );
}
