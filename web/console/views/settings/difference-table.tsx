import { Table } from '#web/shared/lists/table.tsx';
import { nameText } from './setting-field.tsx';
import type { Difference } from './types.ts';
import { textOf } from './values.ts';

interface DifferenceTableProps {
  of: readonly Difference[];
  before?: string;
  after?: string;
}

/** Values before and after a change. */
export const DifferenceTable = ({ of, before = 'Now', after = 'Then' }: DifferenceTableProps) => (
  <Table
    items={of}
    label="Differences"
    keyOf={({ name }) => name}
    columns={[
      { title: 'Setting', cell: ({ name }) => nameText(name) },
      { title: before, isBeside: false, cell: (one) => <del>{textOf(one.before)}</del> },
      { title: after, cell: (one) => <ins>{textOf(one.after)}</ins> },
    ]}
  />
);
