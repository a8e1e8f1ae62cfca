import type { TestService } from './service.ts';

/** Everything that customers could see, and the counts, in a form that makes two states comparable. */
export async function directoryContents({ database: { pool } }: TestService): Promise<unknown> {
  const { rows } = await pool.query(
    'select url, contacts, suppression_keys as keys from directory_profile order by url',
  );
  const { rows: counts } = await pool.query(
    'select network, measure, sum(amount)::int as amount from directory_tally group by 1, 2 having sum(amount) <> 0 order by 1, 2',
  );
  return { rows, counts };
}

export async function emptyDirectory({ database: { pool } }: TestService): Promise<void> {
  await pool.query('truncate directory_profile, directory_tally, directory_import cascade');
}
