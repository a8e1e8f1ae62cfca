import pg from 'pg';
import type { Config } from '#core/environment.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { functionsRelease } from '#platform/database/functions-release.generated.ts';
import { hasTable, pendingMigrations } from '#platform/database/migrate.ts';
import { connectionConfig } from '#platform/database/pools.ts';
import { terminalLog } from '#surfaces/cli/upkeep/embedded-only.ts';
import { bytesText, counted } from '#surfaces/cli/words.ts';
import { isOutdated, releaseText } from '#values/postgresql-releases.ts';
import { checkPepper } from './check-pepper.ts';
import { checkWorkers } from './check-workers.ts';
import { type Finding, fault, looked, ok, warning } from './finding.ts';

const clockSkewMsMax = 2_000;
/** A process has a pool of 10, three connections for reports, one for lookups, one that listens, and a few for a moment. */
const connectionsPerProcess = 18;
const majorVersionMin = 15;

/** The embedded database while the service runs or not, or the server in DATABASE_URL. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, POSTGRES_BIN: postgresBin } = config;
  if (databaseUrl) {
    const remedy = 'Start that server, or correct the host, port and database in DATABASE_URL.';
    const target = config.DATABASE_DIRECT_URL || databaseUrl;
    return inspect(config, target, 'The server of DATABASE_URL answers', remedy);
  }
  await using embedded = await reachEmbedded({ dataDir, postgresBin }, terminalLog);
  if (embedded === null) return [ok('database', 'There is no database yet; the first start creates it.')];
  const says = `The embedded database ${embedded.wasRunning ? 'runs' : 'was started for this check'}`;
  const remedy = 'The embedded database is starting or stopping. Run this again in a few seconds.';
  // Awaited here: on leaving, the server that was started for this is stopped.
  return await inspect(config, embedded.asService, says, remedy);
}

async function inspect(
  config: Config,
  target: pg.ClientConfig | string,
  says: string,
  unreachedRemedy: string,
): Promise<Finding[]> {
  const client = new pg.Client(connectionConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const remedy = code.startsWith('28') ? 'Correct the user and password in DATABASE_URL.' : unreachedRemedy;
    await client.end().catch(() => {});
    return [fault('database', `The database can't be reached: ${message || code}.`, remedy)];
  }
  try {
    const settings = await settingsOf(client);
    const isSupported = Number.parseInt(settings.version, 10) >= majorVersionMin;
    const old = `PostgreSQL ${settings.version} is older than ${majorVersionMin}.`;
    return [
      isSupported
        ? ok('database', `${says}: ${releaseText(settings.version)}, ${bytesText(settings.bytes)}.`)
        : fault('database', old, 'Upgrade that server.'),
      ...outdated(settings.version),
      ...durability(settings),
      connections(settings),
      clock(settings),
      ...(await looked('migrations', () => migrations(client))),
      ...(await looked('secrets', () => checkPepper(client, config))),
      ...(await looked('workers', () => checkWorkers(client))),
      ...(await looked('backup', () => keeping(client))),
      ...(await looked('alerts', () => alerts(client))),
    ];
  } finally {
    await client.end();
  }
}

/** Most minor releases fix vulnerabilities. */
const outdated = (version: string): Finding[] =>
  isOutdated(version, new Date())
    ? [
        warning(
          'database',
          `${releaseText(version)} is more than three months old. Newer minor releases fix vulnerabilities.`,
          'Update that server. For the embedded database, install PostgreSQL 18 on this machine: it is used if it is newer (POSTGRES_BIN).',
        ),
      ]
    : [];

interface Settings {
  version: string;
  bytes: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  encoding: string;
  connections_max: number;
  connections: number;
  may_create: boolean;
  skew_ms: number;
}

async function settingsOf(client: pg.Client): Promise<Settings> {
  const askedAt = Date.now();
  const { rows } = await client.query(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       pg_database_size(current_database()) as bytes,
       current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('server_encoding') as encoding,
       current_setting('max_connections')::int as connections_max,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_create,
       extract(epoch from clock_timestamp()) * 1000 as now_ms`,
  );
  const { now_ms: nowMs, ...others } = rows[0];
  return { ...others, skew_ms: Math.round(Number(nowMs) - (askedAt + Date.now()) / 2) };
}

function* durability(settings: Settings): Generator<Finding> {
  const { encoding, may_create } = settings;
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const)
    .filter((name) => settings[name] === 'off')
    .join(' and ');
  if (off !== '') {
    const says = `${off} is off: a crash loses credits and payments.`;
    yield fault('database', says, `Turn ${off} on in the server's settings.`);
  }
  if (encoding !== 'UTF8')
    yield fault('database', `The database has the encoding ${encoding}.`, 'Create it with encoding UTF8.');
  if (!may_create) {
    const remedy = 'Make that user the owner of the database (alter database … owner to …).';
    yield fault('database', 'The user may not create tables and schemas.', remedy);
  }
}

function connections({ connections: used, connections_max: most }: Settings): Finding {
  const says = `${used} of ${most} connections are in use.`;
  const remedy = `A process needs up to ${connectionsPerProcess}. Raise max_connections, or run fewer processes.`;
  return most - used < connectionsPerProcess ? warning('database', says, remedy) : ok('database', says);
}

function clock({ skew_ms: skewMs }: Settings): Finding {
  if (Math.abs(skewMs) <= clockSkewMsMax)
    return ok('clock', 'This machine and the database have the same time.');
  const skew = `${Math.abs(skewMs / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  const remedy = 'Set both by NTP. Expiries and rate limits depend on it.';
  return fault('clock', `The clock of the database is ${skew} this machine's.`, remedy);
}

/** A start would end where `pendingMigrations` throws. */
async function migrations(client: pg.Client): Promise<Finding[]> {
  const [first, ...others] = await pendingMigrations(client);
  const waiting = `${counted(others.length + 1, 'migration')} of this release wait, from ${first}.`;
  const findings = first
    ? [warning('migrations', waiting, 'The next start applies them. Back up first.')]
    : [ok('migrations', 'Every migration is applied.')];
  if (!(await hasTable(client, 'schema_function'))) return findings;
  const { rows } = await client.query(
    'select coalesce(max(release), 0)::int as release from schema_function',
  );
  if (rows[0].release <= functionsRelease.number) return findings;
  const newer = 'The SQL functions of the database are of a newer release.';
  const remedy = 'Run that release. This one works with them while you upgrade.';
  return [...findings, warning('migrations', newer, remedy)];
}

const backupHoursMax = 26;

/** The age of the last backup, and whether this is a copy that must not send. */
async function keeping(client: pg.Client): Promise<Finding[]> {
  if (!(await hasTable(client, 'backup_made'))) return [];
  const { rows } = await client.query(
    `select (extract(epoch from clock_timestamp() - max(at)) / 3600)::float8 as hours,
       (select changes -> 'outgoing_held' from setting_version where changes ? 'outgoing_held'
        order by version desc limit 1) = 'true' as is_held
     from backup_made`,
  );
  const { hours, is_held: isHeld } = rows[0] as { hours: number | null; is_held: boolean | null };
  const advice =
    'Set up a backup timer. If your own tools make backups, add their rows to backup_made (docs/guide/backup.md).';
  const says =
    hours === null
      ? 'This database has no backup.'
      : `The last backup is ${counted(Math.floor(hours), 'hour')} old.`;
  const isRecent = hours !== null && hours <= backupHoursMax;
  const backup = isRecent ? ok('backup', says) : warning('backup', says, advice);
  if (!isHeld) return [backup];
  const held = warning(
    'outgoing',
    'Outgoing messages are held, as on a restored copy: no webhooks, mails, codes, payments, refunds or bulk jobs.',
    'If this is the only copy that runs, set the setting outgoing_held to false (docs/guide/backup.md).',
  );
  return [backup, held];
}

async function alerts(client: pg.Client): Promise<Finding | Finding[]> {
  if (!(await hasTable(client, 'operator_alert'))) return [];
  const { rows } = await client.query(
    'select count(*)::int as open from operator_alert where resolved_at is null',
  );
  const { open } = rows[0];
  if (open === 0) return ok('alerts', 'No alert is open.');
  return warning('alerts', `${counted(open, 'alert')} open.`, 'Run: ./contactry admin alerts');
}
