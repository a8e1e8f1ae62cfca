import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Each is one statement that locks the job. They give false when the job's status doesn't allow it. */
const told = async (db: Db, statement: ReturnType<typeof sql<{ done: boolean }>>): Promise<boolean> =>
  (await statement.execute(db)).rows[0]!.done;

interface JobKey {
  account: number;
  id: string;
}

/** @param because null cancels the job; otherwise it failed */
export const endEarly = (
  db: Db,
  { account, id }: JobKey,
  because: 'gave_up' | null,
  resultsDays: number,
): Promise<boolean> =>
  told(
    db,
    sql`select job_end_early(${account}, ${id}, ${because}, make_interval(days => ${resultsDays})) as done`,
  );

export const pause = (db: Db, { account, id }: JobKey): Promise<boolean> =>
  told(db, sql`select job_pause(${account}, ${id}) as done`);

/** Returns the number of resumed jobs. */
export async function wakeNextDay(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ woken: number }>`select job_wake_next_day(${limit}) as woken`.execute(db);
  return rows[0]!.woken;
}

export interface Resumption {
  /** Undefined keeps the limit. */
  limit: number | null | undefined;
  weight: number;
  /** The key with which the job goes on. */
  keyId: string;
}

export const resume = (db: Db, { account, id }: JobKey, { limit, weight, keyId }: Resumption) =>
  told(
    db,
    sql`select job_resume(${account}, ${id}, ${limit !== undefined}, ${limit ?? null}, ${weight}::smallint, ${keyId}) as done`,
  );
