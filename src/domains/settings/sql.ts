import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export type Changes = Record<string, unknown>;

/** One change of the settings. */
export interface SettingVersion {
  version: number;
  /** The changed settings by name. Null means the default, unless the setting itself may be null. */
  changes: Changes;
  /** The changed settings as they were. */
  before: Changes;
  reason: string;
  actor: string;
  createdAt: Date;
}

export interface StoredSettings {
  /** The newest version, 0 before the first change. */
  version: number;
  /** The latest value of each setting that was ever changed. */
  values: Changes;
}

/** The settings as of a version, by default the newest. */
export async function storedSettings(db: Db, asOf = Number.MAX_SAFE_INTEGER): Promise<StoredSettings> {
  const { rows } = await sql<{ version: number; values: Changes }>`
    with latest as (
      select distinct on (change.key) change.key, change.value
      from setting_version, jsonb_each(changes) as change
      where version <= ${asOf}
      order by change.key, version desc
    )
    select
      coalesce((select max(version) from setting_version where version <= ${asOf}), 0)::integer as version,
      coalesce((select jsonb_object_agg(key, value) from latest), '{}') as values`.execute(db);
  return rows[0]!;
}

/** Changes queue until the transaction ends. Reads aren't blocked. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`lock table setting_version in share row exclusive mode`.execute(db);
}

export async function insertVersion(
  db: Db,
  { version, changes, before, reason, actor }: Omit<SettingVersion, 'createdAt'>,
): Promise<void> {
  await sql`
    insert into setting_version (version, changes, before, reason, actor)
    values (${version}, ${JSON.stringify(changes)}::jsonb, ${JSON.stringify(before)}::jsonb, ${reason}, ${actor})`.execute(
    db,
  );
}

/** Newest first. */
export async function versionsBefore(db: Db, before: number | undefined, limit: number) {
  let query = db.selectFrom('setting_version').selectAll();
  if (before !== undefined) query = query.where('version', '<', before);
  const rows = await query.orderBy('version', 'desc').limit(limit).execute();
  return rows.map(
    ({ version, changes, before, reason, actor, created_at }): SettingVersion => ({
      version,
      changes: changes as Changes,
      before: before as Changes,
      reason,
      actor,
      createdAt: created_at,
    }),
  );
}

/** Such as `18.4`. */
export async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]!.version;
}
