import type { ComponentChildren } from 'preact';
import { None } from '#web/shared/values/none.tsx';
import { WithinRow } from '#web/shared/values/within-row.ts';

export interface Column<I> {
  title: string;
  cell: (item: I) => ComponentChildren;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** On a phone, to the right of the first column. Without one it is the second. */
  isBeside?: boolean;
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
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
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

interface RowProps<I> {
  item: I;
  columns: readonly Column<I>[];
  address: string | undefined;
}

function Row<I>({ item, columns, address }: RowProps<I>) {
  const beside = Math.max(
    columns.findIndex(({ isBeside }) => isBeside),
    1,
  );
  return (
    <tr class={address ? 'leads' : undefined}>
      {columns.map(({ title, cell, isNumber }, at) => {
        const given = cell(item);
        const content = given === '–' ? <None /> : given;
        return (
          <td
            key={title}
            data-title={title}
            class={[isNumber && 'number', at === beside && 'beside'].filter(Boolean).join(' ') || undefined}
          >
            {at === 0 && address ? <a href={address}>{content}</a> : <div>{content}</div>}
          </td>
        );
      })}
    </tr>
  );
}
