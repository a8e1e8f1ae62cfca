/**
 * Sends a list as one text: in an array parameter, every quote of every document would be escaped and unescaped. JSON, canonical
 * links and hashes contain no control characters, so one can separate the items.
 */
export const itemEnd = '\x1e';
export const joined = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  items.map(textOf).join(itemEnd);
