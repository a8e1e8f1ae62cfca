import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { failWith } from '#core/failure.ts';

/** Named after the file's hash if known, so that two senders of one file share the lock. */
export const lockName = (id: string, sha256: Buffer | null): string =>
  `directory_import:${sha256?.toString('hex') ?? id}`;

/** A session lock: it is released with the connection, whatever happens to the process. */
export async function tryLockImport(connection: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`.execute(connection);
  return rows[0]!.locked;
}

/** Waits for a holder that is about to release it. False if it still holds it after the session's lock timeout. */
export async function lockImport(connection: Db, name: string): Promise<boolean> {
  try {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(connection);
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== sqlState.lockNotAvailable) throw error;
    return false;
  }
}

export async function unlockImport(connection: Db, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
}

const fail = failWith(['overloaded']);

/** Each import holds a database connection, and lookups need some that are free. */
const slots = 2;
let slotsTaken = 0;

/** Runs the work if a slot is free. Otherwise fails with 503 `overloaded`. */
export async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (slotsTaken >= slots) {
    fail('overloaded', {
      detail: `This process is already running ${slots} imports. Try again when one has ended.`,
    });
  }
  slotsTaken += 1;
  try {
    return await work();
  } finally {
    slotsTaken -= 1;
  }
}
