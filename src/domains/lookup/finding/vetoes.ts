import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { clashesWithMarks } from './name-marks.ts';

export const rememberedDays = 30;

export interface NamedProfile {
  account: number;
  profileHash: string;
  /** The name the caller gives. */
  name: string;
}

/** Whether a paid answer about the profile was ruled out for this account lately, and this name would rule it out again. */
export async function wasVetoed(
  db: Db,
  pepper: string,
  { account, profileHash, name }: NamedProfile,
): Promise<boolean> {
  const { rows } = await sql<{ name_marks: string[] }>`
    select name_marks from lookup_veto
    where account = ${account} and profile_hash = ${profileHash}
      and vetoed_at > clock_timestamp() - make_interval(days => ${rememberedDays})`.execute(db);
  const [veto] = rows;
  return veto !== undefined && clashesWithMarks(pepper, profileHash, name, veto.name_marks);
}

/** What stands for a name is forgotten with its person. Locked in the order in which lookups write them. */
export async function forgetVetoesOf(db: Db, profileHashes: readonly string[]): Promise<void> {
  await sql`
    delete from lookup_veto where ctid = any (array(
      select ctid from lookup_veto where profile_hash = any (${profileHashes}::uuid[])
      order by account, profile_hash for update
    ))`.execute(db);
}
