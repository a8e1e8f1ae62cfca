import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowOf } from '#core/database/statement.ts';
import type { Measured } from './shapes.ts';

/** Hashes of the next profiles. A hash says nothing about its profile, so the first ones are a random sample. */
export async function profilesAfter(db: Db, hash: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select profile_hash as hash from directory_profile
    where profile_hash > ${hash}::uuid order by profile_hash limit ${limit}`.execute(db);
  return rows.map((row) => row.hash);
}

/** Rows read per statement. A switchboard may be on a million profiles. */
const rowsMax = 5000;
const roundsMax = 20;

/** Those of the keys that several profiles have. Once a key is known to be, it isn't searched again. */
export async function sharedAmong(
  db: Db,
  keys: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const shared = new Set<string>();
  for (let round = 0; round < roundsMax; round += 1) {
    const left = keys.filter((key) => !known.has(key) && !shared.has(key));
    if (left.length === 0) break;
    const { found, rowsRead } = await sharedInOneRead(db, left);
    for (const key of found) shared.add(key);
    if (rowsRead < rowsMax || found.length === 0) break;
  }
  return [...shared];
}

const sharedInOneRead = (db: Db, keys: readonly string[]) =>
  rowOf<{ found: string[]; rowsRead: number }>(db)`
    with page as materialized (select keys from directory_carriers(${keys}::uuid[], ${rowsMax})),
      repeated as (
        select key from page, unnest(keys) as key where key = any (${keys}::uuid[]) group by key having count(*) > 1
      )
    select array(select key::text from repeated) as found, (select count(*) from page) as "rowsRead"`;

/** Another text after every change. A removal changes the count of profiles, anything else the version. */
export async function stateOf(db: Db): Promise<{ state: string; profiles: number }> {
  const { rows } = await sql<{ version: string; profiles: number }>`
    select (select last_value from directory_version)::text as version,
      (select coalesce(sum(amount), 0)::bigint from directory_tally where measure = 'profiles') as profiles`.execute(
    db,
  );
  const { version, profiles } = rows[0]!;
  return { state: `${version} ${profiles}`, profiles };
}

export interface LastQuality {
  measured_at: Date;
  state: string;
  report: Measured;
}

export async function lastQuality(db: Db): Promise<LastQuality | null> {
  const { rows } = await sql<LastQuality>`select measured_at, state, report from directory_quality`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function storeQuality(db: Db, { measured_at, state, report }: LastQuality): Promise<void> {
  await sql`
    insert into directory_quality (measured_at, state, report)
    values (${measured_at}, ${state}, ${JSON.stringify(report)}::jsonb)
    on conflict (is_only) do update set
      measured_at = excluded.measured_at, state = excluded.state, report = excluded.report`.execute(db);
}
