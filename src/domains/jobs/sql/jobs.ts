import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { currentTraceparent } from '#core/http/trace.ts';
import type { JobTable } from '#platform/database/rows.generated.ts';
import type { OwnColumns } from '../files/profile-file.ts';
import { jobIdOf, type Room, secondsLeft } from '../rules.ts';
import type { Job, JobStatus, Surface } from '../shapes.ts';

export type JobRow = Selectable<JobTable>;

export interface NewJob {
  account: number;
  id: string;
  keyId: string;
  isTest: boolean;
  openedFrom: Surface;
  name: string | null;
  include: string[] | null;
  webhookUrl: string | null;
  creditsLimit: number | null;
  weight: number;
  ownColumns: OwnColumns | null;
  rows: number;
  bytes: number;
  profiles: number;
  repeated: number;
  refused: number;
}

const columnsOf = (job: NewJob) => ({
  account: job.account,
  id: job.id,
  key_id: job.keyId,
  is_test: job.isTest,
  opened_from: job.openedFrom,
  name: job.name,
  include: job.include,
  webhook_url: job.webhookUrl,
  status: 'queued',
  credits_limit: job.creditsLimit,
  weight: job.weight,
  own_columns: job.ownColumns && JSON.stringify(job.ownColumns),
  row_count: job.rows,
  bytes: job.bytes,
  profiles: job.profiles,
  repeated: job.repeated,
  refused: job.refused,
  directory_row: job.profiles > 0 ? 1 : null,
});

export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await db
    .insertInto('job')
    .values({ ...columnsOf(job), traceparent: currentTraceparent() })
    .execute();
}

/** Room used by the account's jobs. Makes other new jobs of the account wait until the transaction ends. */
export async function usedRoom(db: Db, account: number): Promise<Room> {
  const { rows } = await sql<Room>`select * from job_room(${account})`.execute(db);
  return rows[0]!;
}

/** The row that a job would begin with. */
export const newRow = (job: NewJob, createdAt: Date): JobRow => ({
  ...columnsOf(job),
  created_at: createdAt,
  traceparent: null,
  ...{ paused_because: null, failed_because: null, started_at: null, ended_at: null, results_until: null },
  ...{ completed: 0, not_found: 0, failed: 0, cancelled: 0, spent: 0, has_results: true, sources_row: null },
  ...{ claimed_at: null, paced_from: null, paced_done: 0, per_minute: null },
});

/** Puts a new job in line, or ends it at once when it has nothing to do. */
export async function beginJob(db: Db, { account, id }: NewJob, resultsDays: number): Promise<JobRow> {
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
  const waiting = row.profiles - row.completed - row.not_found - row.failed - row.cancelled;
  const isRunning = row.status === 'running';
  return {
    id: jobIdOf(row.id),
    name: row.name,
    status: row.status as Job['status'],
    paused_because: row.paused_because as Job['paused_because'],
    opened_from: row.opened_from as Job['opened_from'],
    include: row.include as Job['include'],
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    results_until: row.results_until?.toISOString() ?? null,
    webhook_url: row.webhook_url,
    counts: {
      rows: row.row_count,
      profiles: row.profiles,
      repeated: row.repeated,
      refused: row.refused,
      waiting,
      completed: row.completed,
      not_found: row.not_found,
      failed: row.failed,
      cancelled: row.cancelled,
    },
    credits: {
      at_most: row.is_test ? 0 : row.profiles,
      limit: row.credits_limit,
      spent: row.spent,
    },
    progress: {
      per_minute: isRunning ? row.per_minute : null,
      seconds_left: isRunning ? secondsLeft(waiting, row.per_minute) : null,
    },
  };
}
