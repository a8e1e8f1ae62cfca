/**
 * Sends a list as one text, which `string_to_array` takes apart: in an array parameter, every quote of every document would be
 * escaped and unescaped. JSON, canonical links, hashes and words of names contain no control characters, so one can separate them.
 */
export const itemEnd = '\x1e';
export const joined = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  items.map(textOf).join(itemEnd);
