import { sql } from 'kysely';
import { bytesText } from '#core/amounts.ts';
import { type Finding, fault, type HealthCheck, ok, warning } from '#core/parts/health.ts';
import { isOutdated, releaseText } from '#values/postgresql-releases.ts';

const clockSkewMsMax = 2_000;
/** A process has a pool of 10, three connections for reports, one for lookups, one that listens, and a few for a moment. */
const connectionsPerProcess = 18;
const majorVersionMin = 15;

/** The server of PostgreSQL itself. Needs none of our tables. */
export const databaseHealth: HealthCheck = {
  id: 'database',
  async look(on) {
    const settings = await settingsOf(on);
    const { version, bytes } = settings;
    const isSupported = Number.parseInt(version, 10) >= majorVersionMin;
    return [
      isSupported
        ? ok('database', `${releaseText(version)} holds ${bytesText(bytes)}.`)
        : fault(
            'database',
            `PostgreSQL ${version} is older than ${majorVersionMin}.`,
            'Upgrade that server.',
          ),
      ...outdated(version, on.now()),
      ...durability(settings),
      ...connections(settings),
      ...clock(settings),
    ];
  },
};

/** Most minor releases fix vulnerabilities. */
function outdated(version: string, now: Date): Finding[] {
  if (!isOutdated(version, now)) return [];
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

async function settingsOf({ db, now }: Parameters<HealthCheck['look']>[0]): Promise<Settings> {
  const askedAt = now().getTime();
  const { rows } = await sql<Omit<Settings, 'skew_ms'> & { now_ms: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
       pg_database_size(current_database()) as bytes,
       current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('server_encoding') as encoding,
       current_setting('max_connections')::int as connections_max,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_create,
       extract(epoch from clock_timestamp()) * 1000 as now_ms`.execute(db);
  const { now_ms: nowMs, ...others } = rows[0]!;
  return { ...others, skew_ms: Math.round(Number(nowMs) - (askedAt + now().getTime()) / 2) };
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
        `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off: a crash loses credits and payments.`,
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
