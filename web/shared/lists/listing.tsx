import type { ComponentChildren } from 'preact';
import { Paged } from './paged.tsx';
import { Table, type TableProps } from './table.tsx';
import type { ListingState } from './use-listing.ts';

interface ListingProps<I> extends Omit<TableProps<I>, 'items' | 'isBusy' | 'children'> {
  of: ListingState<I>;
  /** Shown for an empty list: a sentence, or an <Empty>. */
  empty: ComponentChildren;
}

/** A list of the API as a table, page by page. */
export function Listing<I>({ of, empty, ...table }: ListingProps<I>) {
  return (
    <Paged of={of} empty={empty}>
      {(more) => (
        <Table {...table} items={of.items} isBusy={of.isLoading}>
          {more}
        </Table>
      )}
    </Paged>
  );
}
