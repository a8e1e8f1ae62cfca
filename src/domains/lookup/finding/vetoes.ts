import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { isHandle } from '#values/person-name.ts';
import { clashesWithMarks } from './name-marks.ts';

export const rememberedDays = 30;

export interface NamedProfile {
  account: number;
  profileHash: string;
  handle: string;
  /** The name in the caller's request. */
  name: string;
}

/** Whether the account recently ruled out a paid answer about this profile, and this name would rule it out again. */
export async function wasVetoed(
  db: Db,
  pepper: string,
  { account, profileHash, handle, name }: NamedProfile,
): Promise<boolean> {
  if (isHandle(name, handle)) return false;
  const { rows } = await sql<{ name_marks: string[] }>`
    select name_marks from lookup_veto
    where account = ${account} and profile_hash = ${profileHash}
      and vetoed_at > clock_timestamp() - make_interval(days => ${rememberedDays})`.execute(db);
  const [veto] = rows;
  return veto !== undefined && clashesWithMarks(pepper, profileHash, name, veto.name_marks);
}

/** Deletes the name marks of suppressed people. Locks them in the order in which lookups write them. */
export async function forgetVetoesOf(db: Db, profileHashes: readonly string[]): Promise<void> {
  await sql`
    delete from lookup_veto where ctid = any (array(
      select ctid from lookup_veto where profile_hash = any (${profileHashes}::uuid[])
      order by account, profile_hash for update
    ))`.execute(db);
}
