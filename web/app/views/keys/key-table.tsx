import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Day, Time } from '#web/shared/values/time.tsx';
import { isOver, type Key, nameOf, works } from './key.ts';
import { KeyState } from './key-state.tsx';

/** Keys that work, then those that never will again, folded. */
export function KeyTable({ of }: { of: readonly Key[] }) {
  const over = of.filter(isOver);
  return (
    <>
      {over.length < of.length && <Keys items={of.filter((key) => !isOver(key))} label="Keys" />}
      {over.length > 0 && (
        <details>
          <summary>
            {over.length === 1 ? '1 key that no longer works' : `${over.length} keys that no longer work`}
          </summary>
          <Keys items={over} label="Keys that no longer work" />
        </details>
      )}
    </>
  );
}

const Keys = ({ items, label }: { items: readonly Key[]; label: string }) => (
  <Table
    items={items}
    label={label}
    keyOf={({ id }) => id}
    href={({ id }) => `/app/keys/${id}`}
    columns={columns}
  />
);

/** Without their headings on a phone, so the words say what they are about. */
const columns: Column<Key>[] = [
  { title: 'Name', cell: nameOf },
  { title: 'State', cell: (key) => <KeyState of={key} /> },
  { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'Mode', cell: ({ mode }) => (mode === 'test' ? <Badge>Test</Badge> : 'Live') },
  { title: 'Last used', cell: ({ last_used_at: at }) => (at ? <Ago at={at} /> : 'Not used yet') },
  {
    title: 'Addresses',
    cell: ({ allowed_ips: [first, ...others] }) =>
      first === undefined ? 'Any address' : others.length > 0 ? `${first} and ${others.length} more` : first,
  },
  { title: 'Expires', cell: (key) => <End of={key} /> },
];

function End({ of: key }: { of: Key }) {
  const { expires_at: at, replaced_by } = key;
  if (at === null) return <>No expiry</>;
  if (works(key) && replaced_by !== null)
    return (
      <>
        Works until <Time at={at} />
      </>
    );
  return <Day at={at} />;
}
