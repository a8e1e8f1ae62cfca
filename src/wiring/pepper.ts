import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { pepperFits } from '#domains/suppression/index.ts';
import { StartupError } from '../start/startup-error.ts';

/** The tables with rows keyed by the pepper, and those that depend on them. */
const tablesKeyedByPepper = [
  'suppression_pepper',
  'suppression',
  'opt_out_request',
  'directory_profile',
  'directory_statement',
  'directory_tally',
  'directory_import',
  'directory_reject',
  'directory_reject_group',
  'directory_quality',
  'source_profile',
  'source_answer',
  'http_validator',
  'lookup_veto',
  'mail_stop',
  'email_verdict',
  'verification_due',
  'bounce_report',
];

/** Refuses to start with a pepper that isn't the database's. `isPepperLost`: empty what depends on the old one and adopt this one. */
export async function ensurePepper(
  db: Db,
  pepper: string,
  { isPepperLost }: { isPepperLost: boolean },
): Promise<void> {
  if (isPepperLost) await replacePepper(db, pepper);
  if (!(await pepperFits(db, pepper))) throw new StartupError(wrongPepper);
}

/**
 * Empties everything keyed with a lost pepper, so that another can be used. The directory must not answer without its list of
 * suppressed people, so it goes too. Keys, credits and usage stay.
 */
async function replacePepper(db: Db, pepper: string): Promise<void> {
  if (await pepperFits(db, pepper)) {
    throw new StartupError(
      'The pepper already matches this database, so there is nothing to replace. Start without --replace-pepper.',
    );
  }
  await sql`truncate ${sql.join(tablesKeyedByPepper.map((table) => sql.table(table)))}`.execute(db);
}

const wrongPepper =
  'SUPPRESSION_PEPPER does not match this database. With a different pepper, people who opted out would be ' +
  'found again. Use the same pepper as the other processes, or restore the secrets.json that belongs to the database. ' +
  'If the pepper is lost, see docs/guide/operating.md, "Secrets".';
