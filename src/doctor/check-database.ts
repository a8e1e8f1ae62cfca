import pg from 'pg';
import type { Config } from '#core/environment.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { functionsRelease } from '#platform/database/functions-release.generated.ts';
import { pendingMigrations } from '#platform/database/migrate.ts';
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
  const says = embedded.wasRunning
    ? 'The embedded database runs'
    : 'The embedded database was started for this check';
  // Awaited here: on leaving, the server that was started for this is stopped.
  return await inspect(
    config,
    embedded.asService,
    says,
    'The embedded database is starting or stopping. Run this again in a few seconds.',
  );
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
    const first = isSupported
      ? ok('database', `${says}: ${releaseText(settings.version)}, ${bytesText(settings.bytes)}.`)
      : fault(
          'database',
          `PostgreSQL ${settings.version} is older than ${majorVersionMin}.`,
          'Upgrade that server.',
        );
    return [
      first,
      ...outdated(settings.version),
      ...durability(settings),
      ...connections(settings),
      ...clock(settings),
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
function outdated(version: string): Finding[] {
  if (!isOutdated(version, new Date())) return [];
  return [
    warning(
      'database',
      `${releaseText(version)} is more than three months old. Newer minor releases fix vulnerabilities.`,
      'Update that server. For the embedded database, install PostgreSQL 18 on this machine: it is used if it is newer (POSTGRES_BIN).',
    ),
  ];
}

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

function durability({
  fsync,
  full_page_writes,
  synchronous_commit,
  encoding,
  may_create,
}: Settings): Finding[] {
  const findings: Finding[] = [];
  const off = [
    ...(fsync === 'off' ? ['fsync'] : []),
    ...(full_page_writes === 'off' ? ['full_page_writes'] : []),
    ...(synchronous_commit === 'off' ? ['synchronous_commit'] : []),
  ];
  if (off.length > 0) {
    findings.push(
      fault(
        'database',
        `${off.join(' and ')} is off: a crash loses credits and payments.`,
        `Turn ${off.join(' and ')} on in the server's settings.`,
      ),
    );
  }
  if (encoding !== 'UTF8') {
    findings.push(
      fault('database', `The database has the encoding ${encoding}.`, 'Create it with encoding UTF8.'),
    );
  }
  if (!may_create) {
    findings.push(
      fault(
        'database',
        'The user may not create tables and schemas.',
        'Make that user the owner of the database (alter database … owner to …).',
      ),
    );
  }
  return findings;
}

function connections({ connections: used, connections_max: most }: Settings): Finding[] {
  const free = most - used;
  const says = `${used} of ${most} connections are in use.`;
  return free < connectionsPerProcess
    ? [
        warning(
          'database',
          says,
          `A process needs up to ${connectionsPerProcess}. Raise max_connections, or run fewer processes.`,
        ),
      ]
    : [ok('database', says)];
}

function clock({ skew_ms: skewMs }: Settings): Finding[] {
  const seconds = Math.abs(skewMs / 1000).toFixed(1);
  return Math.abs(skewMs) > clockSkewMsMax
    ? [
        fault(
          'clock',
          `The clock of the database is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
          'Set both by NTP. Expiries and rate limits depend on it.',
        ),
      ]
    : [ok('clock', 'This machine and the database have the same time.')];
}

/** A start would end where `pendingMigrations` throws. */
async function migrations(client: pg.Client): Promise<Finding[]> {
  const pending = await pendingMigrations(client);
  const findings = [
    pending.length === 0
      ? ok('migrations', 'Every migration is applied.')
      : warning(
          'migrations',
          `${counted(pending.length, 'migration')} of this release wait, from ${pending[0]}.`,
          'The next start applies them. Back up first.',
        ),
  ];
  const { rows } = await client.query(`select to_regclass('schema_function') is not null as is_there`);
  if (!rows[0].is_there) return findings;
  const { rows: releases } = await client.query(
    'select coalesce(max(release), 0)::int as release from schema_function',
  );
  return releases[0].release > functionsRelease.number
    ? [
        ...findings,
        warning(
          'migrations',
          'The SQL functions of the database are of a newer release.',
          'Run that release. This one works with them while you upgrade.',
        ),
      ]
    : findings;
}

const backupHoursMax = 26;

/** The age of the last backup, and whether this is a copy that must not send. */
async function keeping(client: pg.Client): Promise<Finding[]> {
  const { rows: found } = await client.query(`select to_regclass('backup_made') is not null as is_there`);
  if (!found[0].is_there) return [];
  const { rows } = await client.query(
    `select (extract(epoch from clock_timestamp() - max(at)) / 3600)::float8 as hours,
       (select changes -> 'outgoing_held' from setting_version where changes ? 'outgoing_held'
        order by version desc limit 1) = 'true' as is_held
     from backup_made`,
  );
  const { hours, is_held: isHeld } = rows[0] as { hours: number | null; is_held: boolean | null };
  const advice =
    'Set up a backup timer. If your own tools make backups, add their rows to backup_made (docs/guide/backup.md).';
  const backup =
    hours === null
      ? warning('backup', 'This database has no backup.', advice)
      : hours > backupHoursMax
        ? warning('backup', `The last backup is ${counted(Math.floor(hours), 'hour')} old.`, advice)
        : ok('backup', `The last backup is ${counted(Math.floor(hours), 'hour')} old.`);
  return [
    backup,
    ...(isHeld
      ? [
          warning(
            'outgoing',
            'Outgoing messages are held, as on a restored copy: no webhooks, mails, codes, payments, refunds or bulk jobs.',
            'If this is the only copy that runs, set the setting outgoing_held to false (docs/guide/backup.md).',
          ),
        ]
      : []),
  ];
}

async function alerts(client: pg.Client): Promise<Finding[]> {
  const { rows: found } = await client.query(`select to_regclass('operator_alert') is not null as is_there`);
  if (!found[0].is_there) return [];
  const { rows } = await client.query(
    'select count(*)::int as open from operator_alert where resolved_at is null',
  );
  return rows[0].open === 0
    ? [ok('alerts', 'No alert is open.')]
    : [warning('alerts', `${counted(rows[0].open, 'alert')} open.`, 'Run: ./contactry admin alerts')];
}
