/**
 * Lists go as one text each: in an array every quote of every document would be escaped here and unescaped there. JSON,
 * canonical links and hashes have no control characters, so one of them parts the items.
 */
export const itemEnd = '\x1e';
export const joined = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  items.map(textOf).join(itemEnd);
