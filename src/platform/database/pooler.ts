import pg from 'pg';
import { connectionConfig, sessionSettings } from './pools.ts';

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

export const needsDirectUrl =
  'DATABASE_URL is a connection pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to the PostgreSQL behind it, for what needs ' +
  'a session of its own; docs/guide/operating.md has the settings of the pooler.';

/** Any number that no other lock uses. */
const settingsLock = 7_306_053;

/** Startup options can't be sent through a pooler, so they become the defaults of the user in this database. */
export async function setSessionDefaults(directUrl: string): Promise<void> {
  const client = new pg.Client(connectionConfig(directUrl));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${settingsLock})`);
    for (const [name, value] of Object.entries(sessionSettings)) await client.query(setDefault(name, value));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

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
