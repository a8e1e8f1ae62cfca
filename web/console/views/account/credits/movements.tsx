import type { ShowHistoryAnswer } from '#client';
import { reasonOf, worded } from '#web/console/parts/words.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Count, changeOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Movement = ShowHistoryAnswer['items'][number];

const columns: Column<Movement>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: ({ kind }) => worded(kind) },
  { title: 'Reason', cell: ({ reason }) => reasonOf(reason) },
  { title: 'Lot', cell: ({ lot }) => `${worded(lot.source)} ${lot.id}` },
  { title: 'Change', isNumber: true, cell: ({ change }) => changeOf(change) },
  { title: 'Balance', isNumber: true, cell: ({ balance_after }) => <Count of={balance_after} /> },
];

/** The ledger: every grant and spend. */
export function Movements({ of }: { of: ListingState<Movement> }) {
  return (
    <section class="stack">
      <h2>History</h2>
      <Listing
        label="History"
        of={of}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing has moved yet."
      />
    </section>
  );
}
