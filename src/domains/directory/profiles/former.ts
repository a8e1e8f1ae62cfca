import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Keeps the documents as they are now, before they change or go: answers of the last 24 hours may have told them. */
export async function keepFormer(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql`
    insert into directory_former (profile_hash, version, contacts)
    select profile_hash, version, contacts from directory_profile
    where profile_hash = any (${hashes}::uuid[])
    order by profile_hash
    on conflict do nothing`.execute(db);
}

/** Deletes them at once, because a person is erased. */
export async function forgetFormer(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`delete from directory_former where profile_hash = any (${hashes}::uuid[])`.execute(db);
}
