import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Until when no process sends anything, or null. */
export async function pausedUntil(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select until from whatsapp_pause where until > ${now}`.execute(db);
  return rows[0]?.until ?? null;
}

/** Never shortens a pause. */
export async function pauseUntil(db: Db, until: Date): Promise<void> {
  await sql`
    insert into whatsapp_pause (until) values (${until})
    on conflict (is_only) do update set until = greatest(whatsapp_pause.until, excluded.until)`.execute(db);
}
