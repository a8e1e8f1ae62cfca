import { type HotPool, itemEnd, listAsText } from '#core/database/parameters.ts';

/** One array parameter of a function that takes a batch. */
interface Column<Item> {
  parameter: (number: string) => string;
  value: (items: readonly Item[]) => unknown;
}

/** Numbers, UUIDs, booleans and our own words. They need no quotes in an array literal; the driver would quote each. */
export const plain = <Item>(
  type: 'bigint' | 'uuid' | 'text' | 'smallint' | 'boolean',
  pick: (item: Item) => string | number | boolean | null,
): Column<Item> => ({
  parameter: (number) => `${number}::${type}[]`,
  value: (items) => `{${items.map((item) => pick(item) ?? 'NULL').join()}}`,
});

/** JSON and words of names: sent as one text, see `listAsText`. An empty text means null. */
export const long = <Item>(pick: (item: Item) => string): Column<Item> => ({
  parameter: (number) => `string_to_array(${number}, '${itemEnd}', '')`,
  value: (items) => listAsText(items, pick),
});

/** Any text of a caller. The driver quotes each. */
export const quoted = <Item>(pick: (item: Item) => string | null): Column<Item> => ({
  parameter: (number) => `${number}::text[]`,
  value: (items) => items.map(pick),
});

/**
 * Calls an SQL function that takes a batch: an array for each of `columns`, then one value for each of `options`. Arguments are named,
 * so their order doesn't matter. The columns of its rows lose the prefix `o_`.
 */
export function batchCall<Item, Row, Options extends unknown[]>(
  name: string,
  results: readonly string[],
  columns: Readonly<Record<`p_${string}`, Column<Item>>>,
  options: readonly `p_${string}`[],
): (pool: HotPool, items: readonly Item[], ...values: Options) => Promise<Row[]> {
  const arrays = Object.values(columns);
  const given = [
    ...Object.entries(columns).map(
      ([argument, { parameter }], at) => `${argument} => ${parameter(`$${at + 1}`)}`,
    ),
    ...options.map((argument, at) => `${argument} => $${arrays.length + at + 1}`),
  ];
  const text = `select ${results.map((column) => `o_${column} as ${column}`)} from ${name}(${given.join(', ')})`;
  return async (pool, items, ...values) => {
    const parameters = [...arrays.map(({ value }) => value(items)), ...values];
    const { rows } = await pool.query<Row>({ name, text, values: parameters });
    return rows;
  };
}
