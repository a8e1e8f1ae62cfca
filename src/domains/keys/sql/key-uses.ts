import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Records that the keys were used just now. In the order of their ids, so that processes don't wait in a circle. */
export async function recordUses(db: Db, keyIds: Iterable<string>): Promise<void> {
  await sql`
    insert into key_use (key_id, last_used_at)
    select key_id, clock_timestamp() from unnest(${[...keyIds].sort()}::text[]) as used (key_id)
    on conflict (key_id) do update set last_used_at = excluded.last_used_at`.execute(db);
}

/** When each key was last used. */
export async function lastUsesOf(db: Db, keyIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ key_id: string; last_used_at: Date }>`
    select key_id, last_used_at from key_use where key_id = any(${keyIds}::text[])`.execute(db);
  return new Map(rows.map(({ key_id, last_used_at }) => [key_id, last_used_at]));
}
