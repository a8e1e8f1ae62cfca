import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { StartRefused } from './start-refused.ts';

/** Every table whose rows are found by keys that the pepper makes, and those that hang on them. */
const madeWithThePepper = [
  'suppression_pepper',
  'suppression',
  'opt_out_request',
  'directory_profile',
  'directory_statement',
  'directory_tally',
  'directory_import',
  'directory_reject',
  'source_profile',
  'source_answer',
  'http_validator',
  'lookup_veto',
];

/**
 * Empties what was made with a pepper that is lost, so that another one can be used. Without its list of suppressed people
 * the directory may not answer, so it goes as well. Keys, credits and usage stay.
 */
export async function replacePepper(db: Db, fits: () => Promise<boolean>): Promise<void> {
  if (await fits()) {
    throw new StartRefused(
      'The pepper is the one that this database was set up with, so there is nothing to replace. Start without --replace-pepper.',
    );
  }
  await sql`truncate ${sql.join(madeWithThePepper.map((table) => sql.table(table)))}`.execute(db);
}
