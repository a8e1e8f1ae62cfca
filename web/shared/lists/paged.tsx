import type { ComponentChildren } from 'preact';
import { Failed } from '#web/shared/answers/failed.tsx';
import { Loading } from '#web/shared/answers/loading.tsx';
import { useBusy } from '#web/shared/feedback/use-busy.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import type { ListingState } from './use-listing.ts';

interface PagedProps<I> {
  of: ListingState<I>;
  empty: ComponentChildren;
  /** The button that shows the next page. */
  next?: string;
  /** Draws the items, and below them the way to the next page. */
  children: (more: ComponentChildren) => ComponentChildren;
}

/** A list in each of its states: loading, failed, empty, with more to come. */
export function Paged<I>({ of, empty, next = 'Show more', children }: PagedProps<I>) {
  const [isBusy, more] = useBusy(of.more);
  if (of.isFresh && of.error === undefined) return of.isLoading ? <Loading /> : null;
  if (of.isFresh) return <Failed error={of.error} onRetry={of.reload} />;
  if (of.items.length === 0) return typeof empty === 'string' ? <Empty title={empty} /> : empty;
  return children(
    <>
      {of.error !== undefined && <Failed error={of.error} onRetry={of.more} />}
      {of.hasMore && of.error === undefined && (
        <button type="button" aria-disabled={isBusy} onClick={() => more()}>
          {isBusy ? 'Loading…' : next}
        </button>
      )}
    </>,
  );
}
