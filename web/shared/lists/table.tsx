import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { addressWith } from '#web/shared/shell/use-query.ts';
import { None } from '#web/shared/values/none.tsx';
import { WithinRow } from '#web/shared/values/within-row.ts';

export interface Column<I> {
  title: string;
  cell: (item: I) => ComponentChildren;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** The list's `order` by this column, falling and rising. The title is a link to them. */
  orders?: readonly [falling: string, rising: string];
  /** On a phone, to the right of the first column. Without one it is the second, unless that one says no. */
  isBeside?: boolean;
  /** On a phone its title is before it, as before a number or a time: for a word such as "Yes". */
  isNamed?: boolean;
  /** Left out on a phone, so that a row has two lines. */
  isForWide?: boolean;
}

export interface TableProps<I> {
  items: readonly I[];
  columns: readonly Column<I>[];
  keyOf: (item: I, at: number) => string | number;
  /** Where a row leads. The first column is its link. */
  href?: (item: I) => string | undefined;
  /** Names the table for screen readers. */
  label?: string;
  isBusy?: boolean;
  /** Below the table. */
  children?: ComponentChildren;
}

/** A table on wide screens, rows of two lines on narrow ones. */
export function Table<I>({ items, columns, keyOf, href, label, isBusy, children }: TableProps<I>) {
  return (
    <div class="listing">
      <table aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} of={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          <WithinRow.Provider value={true}>
            {items.map((item, at) => (
              <Row key={keyOf(item, at)} item={item} columns={columns} address={href?.(item)} />
            ))}
          </WithinRow.Provider>
        </tbody>
      </table>
      {children}
    </div>
  );
}

function Head<I>({ of: { title, isNumber, orders } }: { of: Column<I> }) {
  const kind = isNumber ? 'number' : undefined;
  if (orders) return <SortedHead title={title} kind={kind} orders={orders} />;
  return (
    <th scope="col" class={kind}>
      {title}
    </th>
  );
}

interface SortedHeadProps {
  title: string;
  kind: string | undefined;
  orders: readonly [falling: string, rising: string];
}

/** Sorts the list by its column, and pressed again, the other way round. */
function SortedHead({ title, kind, orders: [falling, rising] }: SortedHeadProps) {
  const { path, query } = useLocation();
  const { order = usualOrder } = query;
  const next = order === falling ? rising : falling;
  const sort = order === falling ? 'descending' : order === rising ? 'ascending' : 'none';
  return (
    <th scope="col" class={kind} aria-sort={sort}>
      <a href={addressWith(path, query, { order: next === usualOrder ? null : next })}>{title}</a>
    </th>
  );
}

/** That of a list whose address says no other. */
const usualOrder = 'newest';

interface RowProps<I> {
  item: I;
  columns: readonly Column<I>[];
  address: string | undefined;
}

function Row<I>({ item, columns, address }: RowProps<I>) {
  const chosen = columns.findIndex(({ isBeside }) => isBeside);
  const beside = chosen < 0 && columns[1]?.isBeside !== false ? 1 : chosen;
  return (
    <tr class={address ? 'leads' : undefined}>
      {columns.map(({ title, cell, isNumber, isNamed, isForWide }, at) => {
        const given = cell(item);
        const content = given === '–' ? <None /> : given;
        return (
          <td
            key={title}
            data-title={title}
            class={
              [isNumber && 'number', isNamed && 'named', at === beside && 'beside', isForWide && 'for-wide']
                .filter(Boolean)
                .join(' ') || undefined
            }
          >
            {at === 0 && address ? <a href={address}>{content}</a> : <div>{content}</div>}
          </td>
        );
      })}
    </tr>
  );
}
