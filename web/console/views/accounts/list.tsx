import type { ListAccountsAnswer } from '#client';
import { Ago } from '../../../shared/ago.tsx';
import { Badge } from '../../../shared/badge.tsx';
import { Count } from '../../../shared/count.tsx';
import { Listing } from '../../../shared/listing.tsx';
import type { Column } from '../../../shared/table.tsx';
import type { ListingState } from '../../../shared/use-listing.ts';
import { addressOf } from '../../parts/account-address.ts';

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
    cell: ({ locked, key }) => (
      <div class="row">
        {locked && <Badge tone="bad">Locked</Badge>}
        {key?.status === 'banned' && <Badge tone="warn">Key banned</Badge>}
        {!locked && key?.status === 'active' && <Badge tone="good">Active</Badge>}
        {!locked && !key && <Badge>No key</Badge>}
      </div>
    ),
  },
  { title: 'Plan', cell: ({ plan_ids }) => plan_ids.join(', ') || '–' },
  { title: 'Credits', isNumber: true, cell: ({ balance }) => <Count of={balance} /> },
  { title: 'Last lookup', cell: ({ last_call_at }) => <Ago at={last_call_at} /> },
  { title: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
];

export function AccountList({ of }: { of: ListingState<Account> }) {
  return (
    <Listing
      label="Accounts"
      of={of}
      columns={columns}
      keyOf={({ account_id }) => account_id}
      href={({ account_id }) => addressOf(account_id)}
      empty="No matching accounts."
    />
  );
}
