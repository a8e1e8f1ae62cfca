import type { TestService } from './service.ts';

/** Holds an import's lock, as a process that works on it would, until the function that is given back is called. */
export async function importedElsewhere(
  { database }: TestService,
  lock: string,
): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
  return async () => {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
    client.release();
  };
}
