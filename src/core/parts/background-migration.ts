/**
 * Work on the rows of a large table that a release leaves to workers, in batches by primary key. It is passed over again until a
 * pass changes no row, so that rows which an older release wrote in the meantime are covered. Nothing may depend on its end.
 */
export interface BackgroundMigration {
  /** Such as `directory.count-contacts`. Never reused. */
  id: string;
  /** The version it comes with. */
  release: string;
  table: string;
  /**
   * One `update`, `insert` or `delete` for the rows whose primary keys are in `batch`, that leaves out what is done already:
   * `update pet set years = age from batch where pet.id = batch.id and years is null`.
   */
  change: string;
}
