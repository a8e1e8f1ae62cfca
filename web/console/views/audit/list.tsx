import type { ListEntriesAnswer } from '#client';
import { Listing } from '../../../shared/listing.tsx';
import type { Column } from '../../../shared/table.tsx';
import { Time } from '../../../shared/time.tsx';
import type { ListingState } from '../../../shared/use-listing.ts';
import { AccountLink } from '../../parts/account-link.tsx';
import { Details } from '../../parts/details.tsx';
import { Difference } from '../../parts/difference.tsx';
import { worded } from '../../parts/words.ts';

type Entry = ListEntriesAnswer['items'][number];

const columns: Column<Entry>[] = [
  {
    title: 'When',
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
  { title: 'Account', cell: ({ account_id }) => (account_id ? <AccountLink id={account_id} /> : '–') },
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
