import type pg from 'pg';

const lotsPerAccount = 100;

/** This many profiles and ledger rows. The ledger matches its lots, so that it can be proved. */
export async function fillLarge(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect();
  const accounts = Math.ceil(rows / lotsPerAccount);
  try {
    await client.query(`
      set statement_timeout = 0; set synchronous_commit = off;
      insert into account (account_id, email)
        select 'filled ' || n, 'filled-' || n || '@example.com' from generate_series(1, ${accounts}) n;
      insert into credit_lot (account, source, source_ref, granted, avail)
        select account.id, 'operator', 'filled ' || account.id || ' ' || n, 1, 1
        from account, generate_series(1, ${lotsPerAccount}) n where account_id like 'filled %' limit ${rows};
      insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
        select account, gen_random_uuid(), id, 1, 1, row_number() over (partition by account order by id), created_at
        from credit_lot where source_ref like 'filled %' order by account, id;
      insert into directory_profile (profile_hash, network, handle, url, contacts, suppression_keys, import_id, holds)
        select md5('profile ' || n)::uuid, 'linkedin', 'filled-' || n, 'https://www.linkedin.com/in/filled-' || n,
          '{"person":{},"emails":[],"phones":[],"links":[]}', array[md5('value ' || n)::uuid], 'operator', 0
        from generate_series(1, ${rows}) n`);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
