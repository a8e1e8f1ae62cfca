import type { Db, Log } from '#core/context.ts';
import type { SettingDefinitions, SettingValues } from '#core/parts/setting.ts';
import { port } from '#core/ports.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import { heldAlert } from './outgoing-hold.ts';
import { effective, valuesInForce } from './rules.ts';
import { type Changes, insertVersion, lockSettings, storedSettings } from './sql.ts';

/** The current settings, cached in memory. Reloaded when a new version is announced, and every 10 seconds regardless. */
export interface SettingsInForce {
  definitions: SettingDefinitions;
  current(): Readonly<SettingValues>;
  /** When reloads overlap, the one that started last wins. */
  reload(): Promise<void>;
  /** Puts a committed change in force on this process, unless a later one is. */
  apply(changed: SettingsChanged): void;
  /** The settings as the database has them. */
  read(db: Db): Promise<ReadSettings>;
  /** Commits a new version with the caller's transaction, unless no value changes. Every process applies it within a second. */
  change(db: Db, change: SettingChange): Promise<SettingsChanged>;
}

export const SettingsInForce = port<SettingsInForce>('settings-in-force');

export interface ReadSettings {
  version: number;
  /** The values that were changed at some time. */
  stored: Changes;
  values: Readonly<SettingValues>;
}

/** Disposing of it stops the periodic reload, after waiting for one in progress. */
type OpenSettings = SettingsInForce & AsyncDisposable;

/** Channel that announces new versions. */
export const settingsChannel = 'settings_changed';

const maxAgeMs = 10_000;

interface SettingsOptions {
  db: Db;
  log: Log;
  definitions: SettingDefinitions;
}

export async function openSettings({ db, log, definitions }: SettingsOptions): Promise<OpenSettings> {
  const read = async (from: Db): Promise<ReadSettings> => {
    const { version, values: stored } = await storedSettings(from);
    const { values, unfit } = valuesInForce(definitions, stored);
    if (unfit.length > 0) log.error({ settings: unfit }, 'settings have values that they may not have');
    return { version, stored, values };
  };
  let values = valuesInForce(definitions, {}).values;
  let version = 0;
  let readings = 0;
  let newest = 0;
  const reload = async () => {
    const reading = ++readings;
    const inForce = await read(db);
    // A reload that was overtaken may have read older values than those in force.
    if (reading < newest) return;
    newest = reading;
    values = inForce.values;
    version = inForce.version;
  };
  const apply = (changed: SettingsChanged) => {
    if (changed.version <= version) return;
    // A reload in progress may have read the values before.
    newest = ++readings;
    values = changed.after;
    version = changed.version;
  };
  await reload();

  let reloading = Promise.resolve();
  const timer = setInterval(() => {
    reloading = reload().catch((error) => log.error({ error }, 'the settings could not be read'));
  }, maxAgeMs).unref();
  return {
    definitions,
    current: () => values,
    reload,
    apply,
    read,
    change: (transaction, change) => changeSettings({ definitions, read }, transaction, change),
    [Symbol.asyncDispose]() {
      clearInterval(timer);
      return reloading;
    },
  };
}

export interface SettingChange {
  /** Receives the settings read under the lock, so concurrent changes queue and none is lost. */
  change(current: ReadSettings): Changes;
  reason: string;
  actor: string;
}

export interface SettingsChanged {
  /** The version in force: a new one, unless nothing changed. */
  version: number;
  /** The names that the version changes. */
  changed: string[];
  before: Readonly<SettingValues>;
  after: Readonly<SettingValues>;
}

async function changeSettings(
  { definitions, read }: Pick<SettingsInForce, 'definitions' | 'read'>,
  db: Db,
  { change, reason, actor }: SettingChange,
): Promise<SettingsChanged> {
  await lockSettings(db);
  const current = await read(db);
  const changes = effective(definitions, change(current), current);
  const { values: after } = valuesInForce(definitions, { ...current.stored, ...changes });
  const changed = Object.keys(changes);
  const outcome = { changed, before: current.values, after };
  if (changed.length === 0) return { version: current.version, ...outcome };
  const version = current.version + 1;
  const before = picked(current.values, changed);
  await insertVersion(db, { version, changes, before, reason, actor });
  if (before.outgoing_held && !after.outgoing_held) await resolveAlert(db, heldAlert);
  return { version, ...outcome };
}

/** Some of the settings. Names that no domain defines any more are left out. */
const picked = (values: Readonly<SettingValues>, names: readonly string[]): Changes =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
