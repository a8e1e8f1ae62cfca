import type { ListEntriesAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Details } from '#web/console/parts/details.tsx';
import { Difference } from '#web/console/parts/difference.tsx';
import { worded } from '#web/console/parts/words.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Time } from '#web/shared/values/time.tsx';

type Entry = ListEntriesAnswer['items'][number];

const columns: Column<Entry>[] = [
  {
    title: 'When',
    orders: ['newest', 'oldest'],
    cell: ({ at, actor }) => (
      <>
        <Time at={at} />
        <div class="small faint">by {actor}</div>
      </>
    ),
  },
  {
    title: 'What',
    cell: ({ action, operation }) => (
      <>
        {worded(action)}
        <div class="small faint">{operation}</div>
      </>
    ),
  },
  {
    title: 'Account',
    cell: ({ account_id, account_email }) =>
      account_id ? <AccountLink id={account_id} text={account_email} /> : '–',
  },
  {
    title: 'Change',
    cell: ({ before, after, details, request_id }) => (
      <>
        <Difference before={before} after={after} />
        <Details of={{ ...details, request: request_id }} />
      </>
    ),
  },
];

export function EntryList({ of }: { of: ListingState<Entry> }) {
  return (
    <Listing
      label="Audit log"
      of={of}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No matching entries."
    />
  );
}
