import { sql } from 'kysely';
import type { Db, Log } from '#core/context.ts';

/** What an operator can change while the service runs. Units are in the names. */
export interface SettingValues {
  /** Windows with a refusal within `ban_window_minutes` that ban a key. */
  ban_after_violations: number;
  ban_window_minutes: number;
  /** Days for which a profile an account has paid for is free again; 0 charges every time. */
  free_repeat_days: number;
  /** Milliseconds a lookup may take before its answer is `pending`. */
  lookup_budget_ms: number;
  /** Ids of the sources that are asked; null leaves it to the environment variable SOURCES. */
  sources_on: readonly string[] | null;
  /** What the operator's contracts say of a source, by id, before what its published terms say. */
  source_terms: Readonly<Record<string, AgreedTerms>>;
  /** Paise that vendors may take on one day (UTC) for lookups that bring in no credit: for one account, and for all. */
  unearned_vendor_paise_per_day: { account: number; all: number };
}

/** What the operator's contract says of a source. */
export interface AgreedTerms {
  billable?: boolean;
  storable?: boolean;
  /** Paise for each call, whatever comes of it; the price of its credits where this is absent. */
  call_paise?: number;
}

export const defaultSettings: Readonly<SettingValues> = {
  ban_after_violations: 10,
  ban_window_minutes: 60,
  free_repeat_days: 0,
  lookup_budget_ms: 8000,
  sources_on: null,
  source_terms: {},
  unearned_vendor_paise_per_day: { account: 100_000, all: 1_000_000 },
};

/** The settings in force, kept in memory: read again when a new version is announced, and every 10 seconds in any case. */
export interface SettingsInForce {
  current(): Readonly<SettingValues>;
  /** Of readings that are under way at once, the one that began last is in force in the end. */
  reload(): Promise<void>;
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

export const settingsChannel = 'settings_changed';

const believedForMs = 10_000;

export interface SettingsOptions {
  db: Db;
  log: Log;
}

export async function openSettings({ db, log }: SettingsOptions): Promise<OpenSettings> {
  let values: Readonly<SettingValues> = defaultSettings;
  let readings = 0;
  let newest = 0;
  const reload = async () => {
    const reading = ++readings;
    const read = { ...defaultSettings, ...(await changedSettings(db)) };
    // A reading that is overtaken may be older than what is in force.
    if (reading < newest) return;
    newest = reading;
    values = read;
  };
  await reload();

  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = reload().catch((error) => log.error({ error }, 'the settings could not be read'));
  }, believedForMs).unref();
  const close = () => {
    clearInterval(timer);
    return underWay;
  };
  return { current: () => values, reload, close, [Symbol.asyncDispose]: close };
}

/** The last value given to each setting, over all versions. */
async function changedSettings(db: Db): Promise<Partial<SettingValues>> {
  const { rows } = await sql<{ name: keyof SettingValues; value: never }>`
    select distinct on (change.key) change.key as name, change.value
    from setting_version, jsonb_each(changes) as change
    order by change.key, version desc`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export interface SettingChange {
  /** Decides on the values in force, read under the lock: concurrent changes queue and none is lost. */
  change(current: Readonly<SettingValues>): Partial<SettingValues>;
  reason: string;
  actor: string;
}

/** Puts a new version in force with the caller's transaction; every process reads it within a second. */
export async function changeSettings(
  db: Db,
  { change, reason, actor }: SettingChange,
): Promise<{ before: Readonly<SettingValues>; after: Readonly<SettingValues> }> {
  await sql`lock table setting_version in share row exclusive mode`.execute(db);
  const before = { ...defaultSettings, ...(await changedSettings(db)) };
  const changes = change(before);
  await sql`
    insert into setting_version (version, changes, reason, actor)
    select coalesce(max(version), 0) + 1, ${JSON.stringify(changes)}::jsonb, ${reason}, ${actor} from setting_version`.execute(
    db,
  );
  return { before, after: { ...before, ...changes } };
}
