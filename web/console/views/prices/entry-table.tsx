import { changesBetween } from '#web/console/parts/changes.ts';
import { Table } from '#web/shared/lists/table.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { type Entry, sold } from './entries.ts';

interface EntryTableProps {
  of: readonly Entry[];
  former: readonly Entry[];
  onEdit?: (entry: Entry) => void;
}

export function EntryTable({ of: entries, former, onEdit }: EntryTableProps) {
  const wasSame = (entry: Entry) => former.some((one) => changesBetween(one, entry).length === 0);
  return (
    <Table
      items={entries}
      label="Plans and packs"
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Plan',
          cell: (entry) => (
            <>
              {entry.name} {!wasSame(entry) && <Badge tone="warn">Changed</Badge>}
              <div class="small faint">{entry.kind === 'topup' ? `${entry.id}, a pack` : entry.id}</div>
            </>
          ),
        },
        {
          title: 'Price',
          isNumber: true,
          cell: ({ amount, cta }) =>
            cta === 'contact' && amount === 0 ? 'By agreement' : <Rupees paise={amount} />,
        },
        { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
        { title: 'Requests/min', isNumber: true, cell: (entry) => <Count of={entry.rate_limit_per_min} /> },
        { title: 'Agents', isNamed: true, cell: ({ mcp }) => (mcp ? 'Yes' : 'No') },
        { title: 'Sold', cell: ({ cta }) => new Map(sold).get(cta) },
        ...(onEdit
          ? [
              {
                title: 'Change',
                cell: (entry: Entry) => (
                  <button type="button" aria-label={`Change ${entry.name}`} onClick={() => onEdit(entry)}>
                    Change
                  </button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
