import type { Db } from '#core/context.ts';
import { fieldOf, rowOf, run } from '#core/database/statement.ts';
import { columnsOf } from '#core/shapes.ts';
import { SettingChange } from './shapes.ts';

export type Changes = Record<string, unknown>;

export interface StoredSettings {
  /** The newest version, 0 before the first change. */
  version: number;
  /** The latest value of each setting that was ever changed. */
  values: Changes;
}

/** The settings as of a version, by default the newest. */
export const storedSettings = (db: Db, asOf = Number.MAX_SAFE_INTEGER): Promise<StoredSettings> =>
  rowOf<StoredSettings>(db)`
    with latest as (
      select distinct on (change.key) change.key, change.value
      from setting_version, jsonb_each(changes) as change
      where version <= ${asOf}
      order by change.key, version desc
    )
    select
      coalesce((select max(version) from setting_version where version <= ${asOf}), 0)::integer as version,
      coalesce((select jsonb_object_agg(key, value) from latest), '{}') as values`;

/** Changes queue until the transaction ends. Reads aren't blocked. */
export const lockSettings = (db: Db): Promise<void> =>
  run(db)`lock table setting_version in share row exclusive mode`;

export async function insertVersion(db: Db, version: Omit<SettingChange, 'created_at'>): Promise<void> {
  const { changes, before } = version;
  await db
    .insertInto('setting_version')
    .values({ ...version, changes: JSON.stringify(changes), before: JSON.stringify(before) })
    .execute();
}

/** Newest first. A changed value of null means the default, unless the setting itself may be null. */
export function versionsBefore(db: Db, before: number | undefined, limit: number): Promise<SettingChange[]> {
  let query = db.selectFrom('setting_version').select(columnsOf(SettingChange));
  if (before !== undefined) query = query.where('version', '<', before);
  return query.orderBy('version', 'desc').limit(limit).$castTo<SettingChange>().execute();
}

/** Such as `18.4`. */
export const serverVersion = (db: Db): Promise<string> =>
  fieldOf<string>(db)`
    select split_part(current_setting('server_version'), ' ', 1) as version`;
