import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import type { Preview } from './closing-part.tsx';

/** The preview doesn't count further. */
const countedMax = 10_000;
const rowsOf = ({ rows }: { rows: number }) =>
  rows > countedMax ? `over ${countOf(countedMax)}` : countOf(rows);

export function ErasedRows({ of, isClosed }: { of: Preview['erased']; isClosed: boolean }) {
  return (
    <Card title={isClosed ? 'Still to be erased' : 'What is erased'}>
      {of.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <Table
          items={of}
          label="What is erased"
          keyOf={({ table }) => table}
          columns={[
            { title: 'What', cell: ({ what }) => what },
            { title: 'Rows', cell: rowsOf, isNumber: true },
          ]}
        />
      )}
    </Card>
  );
}

export function KeptRows({ of }: { of: Preview['kept'] }) {
  return (
    <Card title="What stays, and why">
      <Table
        items={of}
        label="What stays"
        keyOf={({ table }) => table}
        columns={[
          { title: 'What', cell: ({ what }) => what },
          { title: 'Rows', cell: rowsOf, isNumber: true },
          { title: 'Why', cell: ({ why }) => why },
        ]}
      />
    </Card>
  );
}
