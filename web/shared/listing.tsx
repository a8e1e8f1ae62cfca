import type { ComponentChildren } from 'preact';
import { useBusy } from './busy.ts';
import { Empty } from './empty.tsx';
import { Failed } from './failed.tsx';
import type { ListingState } from './listing.ts';
import { Loading } from './loading.tsx';
import { WithinRow } from './within-row.ts';

export interface Column<I> {
  title: string;
  cell: (item: I) => ComponentChildren;
  /** Numbers stand at the right, so that their digits align. */
  isNumber?: boolean;
}

interface ListingProps<I> {
  of: ListingState<I>;
  columns: Column<I>[];
  keyOf: (item: I) => string | number;
  /** What to say when there are none: a sentence, or an <Empty>. */
  empty: ComponentChildren;
  /** Where a row leads. The first column is its link. */
  href?: (item: I) => string | undefined;
  /** Names the table for readers of screens. */
  label?: string;
}

/** A list: a table on wide screens, cards on narrow ones. */
export function Listing<I>({ of, columns, keyOf, empty, href, label }: ListingProps<I>) {
  const [isBusy, more] = useBusy(of.more);
  if (of.isFresh && of.error === undefined) return of.isLoading ? <Loading /> : null;
  if (of.isFresh) return <Failed error={of.error} onRetry={of.reload} />;
  if (of.items.length === 0) return typeof empty === 'string' ? <Empty title={empty} /> : empty;
  return (
    <div class="listing">
      <table aria-label={label} aria-busy={of.isLoading}>
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
            {of.items.map((item) => (
              <Row key={keyOf(item)} item={item} columns={columns} address={href?.(item)} />
            ))}
          </WithinRow.Provider>
        </tbody>
      </table>
      {of.error !== undefined && <Failed error={of.error} onRetry={of.more} />}
      {of.hasMore && of.error === undefined && (
        <button type="button" class="more" aria-disabled={isBusy} onClick={() => more()}>
          {isBusy ? 'Loading…' : 'Show more'}
        </button>
      )}
    </div>
  );
}

interface RowProps<I> {
  item: I;
  columns: Column<I>[];
  address: string | undefined;
}

function Row<I>({ item, columns, address }: RowProps<I>) {
  return (
    <tr class={address ? 'leads' : undefined}>
      {columns.map(({ title, cell, isNumber }, at) => (
        <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
          {at === 0 && address ? <a href={address}>{cell(item)}</a> : <div>{cell(item)}</div>}
        </td>
      ))}
    </tr>
  );
}
