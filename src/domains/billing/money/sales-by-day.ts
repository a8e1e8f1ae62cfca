import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** The sales of one UTC day. */
export interface DayOfSales {
  /** YYYY-MM-DD */
  date: string;
  paidPaise: number;
  /** Refunded, corrected or charged back on that day. */
  returnedPaise: number;
  /** Granted for the day's payments, less what was taken back since. */
  creditsSold: number;
}

/** Days without a movement of money are missing. */
export async function salesByDay(db: Db, since: Date): Promise<DayOfSales[]> {
  const { rows } = await sql<DayOfSales>`
    select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD') as date,
      coalesce(sum(amount_paise) filter (where kind = 'payment'), 0)::bigint as "paidPaise",
      coalesce(sum(amount_paise) filter (where kind <> 'payment'), 0)::bigint as "returnedPaise",
      coalesce(sum(credits - credits_reversed) filter (where outcome in ('granted', 'reversed')), 0)::bigint as "creditsSold"
    from payment where recorded_at >= ${since} group by 1 order by 1`.execute(db);
  return rows;
}
