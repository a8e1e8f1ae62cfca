import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { hashedName } from './keys.ts';

/**
 * Whether the suppression list of this database is made with this pepper; the first process to ask decides it. With
 * another pepper every question to the list would be answered with no.
 */
export async function pepperFits(db: Db, pepper: string): Promise<boolean> {
  const checkValue = hashedName(pepper, 'suppression list', 'check value');
  await sql`
    insert into suppression_pepper (check_value) values (${checkValue}) on conflict do nothing`.execute(db);
  const { rows } = await sql`
    select from suppression_pepper where check_value = ${checkValue}`.execute(db);
  return rows.length === 1;
}
