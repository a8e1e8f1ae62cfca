import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Day } from '#web/shared/values/time.tsx';
import { isOver, type Key, works } from './key.ts';
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

const columns: Column<Key>[] = [
  { title: 'Name', cell: ({ name }) => name || <span class="faint">Unnamed</span> },
  { title: 'State', cell: (key) => <KeyState of={key} /> },
  { title: 'Key', cell: ({ prefix }) => <code class="nowrap">{prefix}…</code> },
  {
    title: 'Mode',
    cell: ({ mode }) => <span class="beside-prefix">{mode === 'test' ? 'Test' : 'Live'}</span>,
  },
  { title: 'Last used', cell: ({ last_used_at: at }) => <LastUse at={at} /> },
  {
    title: 'Addresses',
    isForWide: true,
    cell: ({ allowed_ips: [first, ...others] }) =>
      first === undefined ? (
        <span class="usual">Any</span>
      ) : others.length > 0 ? (
        `${first} and ${others.length} more`
      ) : (
        first
      ),
  },
  { title: 'Expires', cell: (key) => <End of={key} /> },
];

const LastUse = ({ at }: { at: string | null }) => (
  <span class="nowrap">
    {at ? (
      <>
        <span class="on-phones">Used </span>
        <Ago at={at} />
      </>
    ) : (
      'Not used yet'
    )}
  </span>
);

function End({ of: key }: { of: Key }) {
  const { expires_at: at } = key;
  if (at === null) return <span class="usual">Never</span>;
  return (
    <span class="nowrap">
      <span class="on-phones">{works(key) ? 'Ends' : 'Ended'} </span>
      {works(key) && key.replaced_by !== null ? <Ago at={at} /> : <Day at={at} />}
    </span>
  );
}
