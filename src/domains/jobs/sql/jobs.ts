import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowOf } from '#core/database/statement.ts';
import { currentTraceparent } from '#core/tracing/trace.ts';
import type { JobTable } from '#platform/database/rows.generated.ts';
import { jobIdOf, type Room, secondsLeft } from '../rules.ts';
import { type Job, type JobColumns, type JobStatus, jobColumnNames } from '../shapes.ts';

export type JobRow = Selectable<JobTable>;
export type JobKey = Pick<JobRow, 'account' | 'id'>;

/** Columns of a job that no worker has taken. */
const untouched = {
  ...{ status: 'queued', paused_because: null, failed_because: null, spent: 0, has_results: true },
  ...{ completed: 0, not_found: 0, failed: 0, cancelled: 0, sources_row: null },
  ...{ started_at: null, ended_at: null, results_until: null },
  ...{ claimed_at: null, paced_from: null, paced_done: 0, per_minute: null },
};

type Given = Omit<JobRow, keyof typeof untouched | 'created_at' | 'traceparent' | 'directory_row'>;

export const newJob = (created_at: Date, given: Given): JobRow => ({
  ...untouched,
  ...given,
  created_at,
  traceparent: currentTraceparent(),
  directory_row: given.profiles > 0 ? 1 : null,
});

/** `created_at` is the time of the database. */
export async function insertJob(db: Db, { created_at: _, own_columns, ...job }: JobRow): Promise<void> {
  await db
    .insertInto('job')
    .values({ ...job, own_columns: own_columns && JSON.stringify(own_columns) })
    .execute();
}

/** Room used by the account's jobs. Makes other new jobs of the account wait until the transaction ends. */
export const usedRoom = (db: Db, account: number): Promise<Room> =>
  rowOf<Room>(db)`select * from job_room(${account})`;

/** Puts a new job in line, or ends it at once when it has nothing to do. */
export async function beginJob(db: Db, { account, id }: JobKey, resultsDays: number): Promise<JobRow> {
  await sql`
    select job_line_up(job_settled(job, null, make_interval(days => ${resultsDays})))
    from job where account = ${account} and id = ${id}`.execute(db);
  return (await jobById(db, account, id))!;
}

export const jobById = async (db: Db, account: number, id: string): Promise<JobRow | null> =>
  (await db
    .selectFrom('job')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** Jobs of an account that wait, run, are paused, or finish rows after a cancellation. */
export const unendedJobs = (db: Db, account: number): Promise<JobRow[]> =>
  db.selectFrom('job').selectAll().where('account', '=', account).where('ended_at', 'is', null).execute();

export interface JobFilter {
  status?: JobStatus | undefined;
  openedFrom?: string | undefined;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** Only jobs of test keys, or only others. Null: all. */
  isTest: boolean | null;
  /** The job before which the page begins. */
  before: string | null;
  limit: number;
}

/** Newest first. */
export const jobsOf = (db: Db, account: number, filter: JobFilter): Promise<JobRow[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('account', '=', account)
    .$if(filter.before !== null, (query) => query.where('id', '<', filter.before!))
    .$if(filter.isTest !== null, (query) => query.where('is_test', '=', filter.isTest!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!))
    .$if(filter.openedFrom !== undefined, (query) => query.where('opened_from', '=', filter.openedFrom!))
    .$if(filter.from !== null, (query) => query.where('created_at', '>=', filter.from!))
    .$if(filter.to !== null, (query) => query.where('created_at', '<', filter.to!))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();

/** The job on the wire. */
export function jobOf(row: JobRow): Job {
  const { profiles, repeated, refused, completed, not_found, failed, cancelled } = row;
  const waiting = profiles - completed - not_found - failed - cancelled;
  const per_minute = row.status === 'running' ? row.per_minute : null;
  return {
    id: jobIdOf(row.id),
    ...(Object.fromEntries(jobColumnNames.map((name) => [name, row[name]])) as JobColumns),
    counts: {
      ...{ rows: row.row_count, profiles, repeated, refused, waiting },
      ...{ completed, not_found, failed, cancelled },
    },
    credits: {
      at_most: row.is_test ? 0 : profiles - row.already_paid,
      already_paid: row.already_paid,
      limit: row.credits_limit,
      spent: row.spent,
    },
    progress: { per_minute, seconds_left: secondsLeft(waiting, per_minute) },
  };
}

/** Each is one statement that locks the job. They return false if the job's status doesn't allow it. */
const isDone = async (db: Db, call: RawBuilder<unknown>): Promise<boolean> =>
  (await sql<{ done: boolean }>`select ${call} as done`.execute(db)).rows[0]!.done;

/** @param because null cancels the job; otherwise it failed */
export const endEarly = (db: Db, { account, id }: JobKey, because: 'gave_up' | null, resultsDays: number) =>
  isDone(db, sql`job_end_early(${account}, ${id}, ${because}, make_interval(days => ${resultsDays}))`);

export const pause = (db: Db, { account, id }: JobKey) => isDone(db, sql`job_pause(${account}, ${id})`);

/** An undefined limit keeps the job's own. The job continues with the given key. */
export const resume = (
  db: Db,
  { account, id }: JobKey,
  { limit, weight, key_id }: { limit: number | null | undefined; weight: number; key_id: string | null },
) =>
  isDone(
    db,
    sql`job_resume(${account}, ${id}, ${limit !== undefined}, ${limit ?? null}, ${weight}::smallint, ${key_id})`,
  );
