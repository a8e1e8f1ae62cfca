import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** What vendors charged for the questions of a UTC day, YYYY-MM-DD. Days without any are missing. */
export async function vendorPaiseByDay(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ date: string; paise: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, sum(paise)::float8 as paise from source_tally
    where day >= (${since}::timestamptz at time zone 'UTC')::date group by day`.execute(db);
  return new Map(rows.map(({ date, paise }) => [date, paise]));
}
