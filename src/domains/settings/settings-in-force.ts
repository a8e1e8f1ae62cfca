import { sql } from 'kysely';
import { Check } from 'typebox/value';
import type { Db, Log } from '#core/context.ts';
import type { SettingDefinitions, SettingValues } from '#core/setting.ts';

/** The current settings, cached in memory. Reloaded when a new version is announced, and every 10 seconds regardless. */
export interface SettingsInForce {
  current(): Readonly<SettingValues>;
  /** When reloads overlap, the one that started last wins. */
  reload(): Promise<void>;
  /** Commits a new version with the caller's transaction. Every process applies it within a second. */
  change(db: Db, change: SettingChange): Promise<SettingsChanged>;
}

export interface OpenSettings extends SettingsInForce, AsyncDisposable {
  /** Stops the periodic reload, after waiting for one in progress. */
  close(): Promise<void>;
}

declare module '#core/context.ts' {
  interface Ports {
    settings: SettingsInForce;
  }
}

/** Channel that announces new versions. */
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
    ...(await changedSettings(from, definitions, log)),
  });
  let values: Readonly<SettingValues> = defaultsOf(definitions);
  let readings = 0;
  let newest = 0;
  const reload = async () => {
    const reading = ++readings;
    const inForce = await read(db);
    // A reload that was overtaken may have read older values than those in force.
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

/** The values before anyone changes them. */
const defaultsOf = (definitions: SettingDefinitions): SettingValues =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, definition.default]),
  ) as unknown as SettingValues;

/**
 * The latest value of each setting across all versions. Ignores names that no domain defines any more, and values that
 * don't fit their setting's shape: the default applies instead.
 */
async function changedSettings(
  db: Db,
  definitions: SettingDefinitions,
  log: Log,
): Promise<Partial<SettingValues>> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select distinct on (change.key) change.key as name, change.value
    from setting_version, jsonb_each(changes) as change
    order by change.key, version desc`.execute(db);
  const known = rows.filter(({ name }) => name in definitions);
  const [fit, unfit] = [true, false].map((wanted) =>
    known.filter(({ name, value }) => Check(definitions[name]!.shape, value) === wanted),
  );
  if (unfit!.length > 0) {
    log.error({ settings: unfit!.map(({ name }) => name) }, 'settings have values that they may not have');
  }
  return Object.fromEntries(fit!.map(({ name, value }) => [name, value]));
}

export interface SettingChange {
  /** Receives the values in force, read under the lock, so concurrent changes queue and none is lost. */
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
