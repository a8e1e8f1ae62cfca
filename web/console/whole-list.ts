import type { ListingState } from '../shared/listing.ts';

/** A list that an answer holds as a whole, for `<Listing>`. */
export const wholeList = <I>(items: I[]): ListingState<I> => ({
  items,
  isLoading: false,
  isFresh: false,
  hasMore: false,
  more: nothing,
  reload: nothing,
});

const nothing = async () => {};
