/** A pattern for `like` that matches texts with this beginning, whatever characters it has. */
export const beginningLike = (beginning: string): string => `${beginning.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Sends a list as one text, which `string_to_array` takes apart: an array parameter would escape each quotation mark of each
 * document. JSON, canonical links, hashes and words of names contain no control characters, so one can separate them.
 */
export const itemEnd = '\x1e';
export const listAsText = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  items.map(textOf).join(itemEnd);

/** The part of `pg.Pool` that hot statements use, and that a pipeline has as well. Each is prepared once per connection. */
export interface HotPool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}
