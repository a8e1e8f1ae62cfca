import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { connectionConfig, sessionSettings, withClient } from './pools.ts';

const patienceMsDefault = 30_000;
const pauseMs = 500;
const majorVersionMin = 15;

/** Errors that waiting doesn't fix: a refused login, an unknown database, a missing privilege. */
const hopeless = /^(28|3D|42)/;

/**
 * Returns the server's version, for example `18.4`. Waits up to 30 s for a server that is still starting. Fails if it can't
 * be reached or is older than PostgreSQL 15. `name` is how messages refer to it.
 */
export async function waitForServer(
  pool: pg.Pool,
  name: string,
  log: Log,
  patienceMs = patienceMsDefault,
): Promise<string> {
  const deadline = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return supportedVersion(await serverVersion(pool), name);
    } catch (cause) {
      const { code = '', message } = cause as { code?: string; message: string };
      if (cause instanceof UnsupportedVersion) throw cause;
      if (/unsupported startup parameter/.test(message)) throw new Error(needsDirectUrl, { cause });
      if (hopeless.test(code) || Date.now() > deadline) {
        throw new Error(`Can't use the database of ${name}: ${message || code}.${remedy(code, name)}`, {
          cause,
        });
      }
      if (tries === 1) {
        const seconds = patienceMs / 1000;
        log.warn({ code }, `The database of ${name} does not respond yet. Waiting up to ${seconds} s`);
      }
    }
    await sleep(pauseMs);
  }
}

/** The operator's remedy. Empty for the embedded server. */
function remedy(code: string, name: string): string {
  if (!name.endsWith('_URL')) return '';
  if (code.startsWith('28')) {
    return ` Correct the user and password in ${name}. In a password, write @ as %40, / as %2F and : as %3A.`;
  }
  if (code === '3D000') return ` Create that database, or set another one in ${name}.`;
  if (code.startsWith('42')) return ` Let that user connect, or set another one in ${name}.`;
  return ` Start that server, or correct the host and port in ${name}. Without DATABASE_URL, Contactry runs its own PostgreSQL.`;
}

class UnsupportedVersion extends Error {}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}

export function supportedVersion(version: string, name: string): string {
  if (Number.parseInt(version, 10) >= majorVersionMin) return version;
  throw new UnsupportedVersion(
    `The database of ${name} is PostgreSQL ${version}, but Contactry needs version ${majorVersionMin} or newer. ` +
      'Upgrade that server. Without DATABASE_URL, Contactry runs its own PostgreSQL.',
  );
}

/** A pooler refuses or ignores startup options. PostgreSQL reports its own process number. */
export async function refuseUnknownPooler(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(
      `select pg_backend_pid() as pid, current_setting('idle_in_transaction_session_timeout') as timeout`,
    );
    const { processID } = client as unknown as { processID: number | null };
    if (rows[0].pid !== processID && rows[0].timeout === '0') throw new Error(needsDirectUrl);
  } finally {
    client.release();
  }
}

const needsDirectUrl =
  'DATABASE_URL is a connection pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to the PostgreSQL behind it, for what needs ' +
  'a session of its own; docs/guide/operating.md has the settings of the pooler.';

/** Any number that no other lock uses. */
const settingsLock = 7_306_053;

/** Startup options can't be sent through a pooler, so they become the defaults of the user in this database. */
export const setSessionDefaults = (directUrl: string): Promise<void> =>
  withClient(connectionConfig(directUrl), async (client) => {
    await client.query(`begin; select pg_advisory_xact_lock(${settingsLock})`);
    for (const [name, value] of Object.entries(sessionSettings)) await client.query(setDefault(name, value));
    await client.query('commit');
  });

/** Fails if connections of the pooler are older than the defaults. */
export async function checkSessionDefaults(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select name from pg_settings join unnest($1::text[], $2::text[]) as wanted (name, setting) using (name)
     where pg_settings.setting <> wanted.setting`,
    [Object.keys(sessionSettings), Object.values(sessionSettings)],
  );
  if (rows.length === 0) return;
  throw new Error(
    `The pooler of DATABASE_URL has connections without the settings that Contactry has just made (${rows[0].name}). ` +
      'Run RECONNECT in its console, or restart it, then start again.',
  );
}

/** Nothing is written if the default is that already. */
const setDefault = (name: string, value: string): string => `
  do $$ begin
    if not exists (
      select from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
        and setrole = (select oid from pg_roles where rolname = current_user)
        and '${name}=${value}' = any(setconfig)
    ) then
      execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database());
    end if;
  end $$`;
