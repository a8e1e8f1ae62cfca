import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { pepperFits } from '#domains/suppression/index.ts';
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

/** Refuses to start with another pepper than the database's. `replaces`: it is lost, and this one is taken in its place. */
export async function settlePepper(
  db: Db,
  pepper: string,
  { replaces }: { replaces: boolean },
): Promise<void> {
  if (replaces) await replacePepper(db, pepper);
  if (!(await pepperFits(db, pepper))) throw new StartRefused(otherPepper);
}

/**
 * Empties what was made with a pepper that is lost, so that another one can be used. Without its list of suppressed people
 * the directory may not answer, so it goes as well. Keys, credits and usage stay.
 */
async function replacePepper(db: Db, pepper: string): Promise<void> {
  if (await pepperFits(db, pepper)) {
    throw new StartRefused(
      'The pepper is the one that this database was set up with, so there is nothing to replace. Start without --replace-pepper.',
    );
  }
  await sql`truncate ${sql.join(madeWithThePepper.map((table) => sql.table(table)))}`.execute(db);
}

const otherPepper =
  'SUPPRESSION_PEPPER is not the one that this database was set up with. With another one, people who opted out would be ' +
  'found again. Give this process the pepper of the others, or put back the secrets.json that belongs to the database; ' +
  'docs/guide/operating.md, "Secrets", says what to do when the pepper is lost.';
