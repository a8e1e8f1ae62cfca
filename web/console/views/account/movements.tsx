import type { ShowHistoryAnswer } from '#client';
import { Count, changeOf } from '../../../shared/count.tsx';
import { Listing } from '../../../shared/listing.tsx';
import type { Column } from '../../../shared/table.tsx';
import { Time } from '../../../shared/time.tsx';
import type { ListingState } from '../../../shared/use-listing.ts';
import { reasonOf, worded } from '../../parts/words.ts';

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
