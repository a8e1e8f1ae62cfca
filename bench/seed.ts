import type pg from 'pg';

/** Of every account, for a whole run. */
export const credits = 10_000_000;

/** The lookup domain's `profileHashOf`, for the n-th profile. */
const profileHashFunction = `
create function bench_profile_hash(n integer) returns uuid language sql immutable as $$
  with link as (select 'https://www.linkedin.com/in/bench-' || n as url),
  hashed as (
    select encode(substr(sha256(convert_to('7:profile' || length(url) || ':' || url, 'UTF8')), 1, 16), 'hex') as hex from link
  )
  select (substr(hex, 1, 12) || '8' || substr(hex, 14, 3)
    || to_hex((('x' || substr(hex, 17, 1))::bit(4)::int & 3) | 8) || substr(hex, 18))::uuid
  from hashed
$$`;

/** Profiles `linkedin.com/in/bench-N`, each with an e-mail, a phone and a link. The server itself generates them. */
export async function seedDirectory(pool: pg.Pool, profiles: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(profileHashFunction);
    await client.query(
      `insert into directory_profile (profile_hash, network, handle, url, contacts, suppression_keys, holds, name_words)
       select bench_profile_hash(n), 'linkedin', 'bench-' || n, url,
         json_build_object(
           'person', json_build_object('full_name', 'Bench Person ' || n, 'headline', 'Engineer', 'company', 'Example Works', 'location', 'Pune'),
           'emails', json_build_array(json_build_object('address', 'bench' || n || '@example.com', 'type', 'work', 'status', 'unknown',
             'confidence', null, 'verified_at', null, 'first_seen', seen, 'last_seen', seen, 'sources', sources)),
           'phones', json_build_array(json_build_object('number', '+12025550' || to_char(n % 200, 'FM000'), 'country', 'US', 'type', 'mobile',
             'confidence', null, 'first_seen', seen, 'last_seen', seen, 'sources', sources)),
           'links', json_build_array(json_build_object('network', 'github', 'handle', 'bench-' || n, 'url', 'https://github.com/bench-' || n,
             'sources', sources))),
         array[md5('e' || n)::uuid, md5('p' || n)::uuid, md5('u' || n)::uuid], 7, array['bench', 'person', n::text]
       from (
         select n, 'https://www.linkedin.com/in/bench-' || n as url, '2026-01-15T09:00:00.000Z' as seen,
           json_build_array(json_build_object('source', 'bench', 'kind', 'operator_directory', 'url', null,
             'seen_at', '2026-01-15T09:00:00.000Z')) as sources
         from generate_series(0, $1 - 1) as n
       ) as person`,
      [profiles],
    );
    await client.query('vacuum analyze directory_profile');
  } finally {
    client.release(true);
  }
}

/** People with an e-mail, a sign-in and a number each, and a tenth as many locks on others. */
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
