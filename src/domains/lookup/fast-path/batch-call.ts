/** The part of `pg.Pool` that the statements of batches use, and that a pipeline has as well. Each is prepared once a connection. */
export interface HotPool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/** An array literal for numbers, UUIDs and our own words, which need no quotes. The driver would quote each. */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;
