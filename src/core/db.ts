/** The platform adds the type of its database handle, in src/platform/supplied.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: core doesn't know the database's library
export interface Handle {}

/** The program's database handle. */
export type Db = Handle extends { db: infer Kind } ? Kind : never;
