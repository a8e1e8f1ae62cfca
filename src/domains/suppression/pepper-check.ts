import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { hashedName } from './keys.ts';

/** Stored in the database, to recognise its pepper. */
export const pepperCheckValue = (pepper: string): string =>
  hashedName(pepper, 'suppression list', 'check value');

/**
 * Whether this database's suppression list was made with this pepper. The first process to ask sets it. With another pepper no
 * value would be found on the list.
 */
export async function pepperFits(db: Db, pepper: string): Promise<boolean> {
  const checkValue = pepperCheckValue(pepper);
  await sql`
    insert into suppression_pepper (check_value) values (${checkValue}) on conflict do nothing`.execute(db);
  const { rows } = await sql`
    select from suppression_pepper where check_value = ${checkValue}`.execute(db);
  return rows.length === 1;
}
