import type pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { outputOf } from './output-of.ts';
import { profileColumns, profileLines } from './profile-rows.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Each account's credits, enough for a whole run. */
export const credits = 10_000_000;

const table = 'directory_profile';

/** The quickest for the index of suppression keys, measured from 8 MB to 1 GB. */
const indexMemory = '64MB';

/** Call it while the server fills: see `onBenchServer`. PostgreSQL then logs none of these rows, and has nothing to freeze later. */
export async function seedDirectory({ pool, url }: BenchServer, profiles: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '${indexMemory}'`);
    await withoutIndexes(client, table, () =>
      outputOf(
        'psql',
        [
          ...['-v', 'ON_ERROR_STOP=1', '-q', '--single-transaction', url],
          ...['-c', `truncate ${table}`],
          ...['-c', `copy ${table} (${profileColumns}) from stdin with (freeze)`],
        ],
        {},
        profileLines(profiles),
      ),
    );
    await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release(true);
  }
}

/** Reads what lookups read, so that they find it in memory if it fits. */
export async function warmDirectory(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`select max(length(url)) from ${table}`);
    await client.query('set enable_seqscan = off');
    await client.query(`select count(profile_hash) from ${table}`);
  } finally {
    client.release(true);
  }
}

/** People with an email, a sign-in and a number each, and a tenth as many locks on others. */
export async function seedPeople(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(
    `insert into account (account_id, email) select 'bench-' || n, 'bench-' || n || '@example.com' from generate_series(1, $1) n`,
    [people],
  );
  await pool.query(
    `insert into identity_handle (kind, handle, account)
     select kind, prefix || substr(account_id, 7) || suffix, id from account,
       (values ('email', 'bench-', '@example.com'), ('provider_user', 'google:', ''), ('whatsapp', '+1202', ''))
         as kinds (kind, prefix, suffix)
     where account_id like 'bench-%'`,
  );
  await pool.query(
    `insert into identity_lock (subject_type, subject, reason, created_by)
     select 'email', 'locked-' || n || '@example.com', 'bench', 'bench' from generate_series(1, $1) n`,
    [people / 10],
  );
}
