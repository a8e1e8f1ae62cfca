import { sql } from 'kysely';
import type { Db, Log } from '#core/context.ts';
import type { SettingDefinitions, SettingValues } from '#core/setting.ts';

/** The settings in force, kept in memory: read again when a new version is announced, and every 10 seconds in any case. */
export interface SettingsInForce {
  current(): Readonly<SettingValues>;
  /** Of readings that are under way at once, the one that began last is in force in the end. */
  reload(): Promise<void>;
  /** Puts a new version in force with the caller's transaction; every process reads it within a second. */
  change(db: Db, change: SettingChange): Promise<SettingsChanged>;
}

export interface OpenSettings extends SettingsInForce, AsyncDisposable {
  /** Ends the readings every 10 seconds, after the one under way. */
  close(): Promise<void>;
}

declare module '#core/context.ts' {
  interface Ports {
    settings: SettingsInForce;
  }
}

/** Channel on which a new version is announced. */
export const settingsChannel = 'settings_changed';

const maxAgeMs = 10_000;

export interface SettingsOptions {
  db: Db;
  log: Log;
  definitions: SettingDefinitions;
}

export async function openSettings({ db, log, definitions }: SettingsOptions): Promise<OpenSettings> {
  const read = async (from: Db) => ({
    ...defaultsOf(definitions),
    ...(await changedSettings(from, definitions)),
  });
  let values: Readonly<SettingValues> = defaultsOf(definitions);
  let readings = 0;
  let newest = 0;
  const reload = async () => {
    const reading = ++readings;
    const inForce = await read(db);
    // A reading that is overtaken may be older than what is in force.
    if (reading < newest) return;
    newest = reading;
    values = inForce;
  };
  await reload();

  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = reload().catch((error) => log.error({ error }, 'the settings could not be read'));
  }, maxAgeMs).unref();
  const close = () => {
    clearInterval(timer);
    return underWay;
  };
  return {
    current: () => values,
    reload,
    change: (transaction, change) => changeSettings(transaction, read, change),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What holds until somebody changes it. */
const defaultsOf = (definitions: SettingDefinitions): SettingValues =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, definition.default]),
  ) as unknown as SettingValues;

/** The last value given to each setting, over all versions. Names that no domain knows any more are left out. */
async function changedSettings(db: Db, definitions: SettingDefinitions): Promise<Partial<SettingValues>> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select distinct on (change.key) change.key as name, change.value
    from setting_version, jsonb_each(changes) as change
    order by change.key, version desc`.execute(db);
  return Object.fromEntries(
    rows.filter(({ name }) => name in definitions).map(({ name, value }) => [name, value]),
  );
}

export interface SettingChange {
  /** Decides on the values in force, read under the lock: concurrent changes queue and none is lost. */
  change(current: Readonly<SettingValues>): Partial<SettingValues>;
  reason: string;
  actor: string;
}

export interface SettingsChanged {
  before: Readonly<SettingValues>;
  after: Readonly<SettingValues>;
}

async function changeSettings(
  db: Db,
  read: (from: Db) => Promise<Readonly<SettingValues>>,
  { change, reason, actor }: SettingChange,
): Promise<SettingsChanged> {
  await sql`lock table setting_version in share row exclusive mode`.execute(db);
  const before = await read(db);
  const changes = change(before);
  await sql`
    insert into setting_version (version, changes, reason, actor)
    select coalesce(max(version), 0) + 1, ${JSON.stringify(changes)}::jsonb, ${reason}, ${actor} from setting_version`.execute(
    db,
  );
  return { before, after: { ...before, ...changes } };
}
