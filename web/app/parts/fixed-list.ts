import type { ListingState } from '../../shared/listing.ts';

const nothing = async () => {};

/** Items that are all there already, for a <Listing>. */
export const fixedList = <I>(items: I[]): ListingState<I> => ({
  items,
  isLoading: false,
  isFresh: false,
  hasMore: false,
  more: nothing,
  reload: nothing,
});
