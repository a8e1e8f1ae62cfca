import { type Selectable, sql } from 'kysely';
import { leaseMs } from '#core/concurrency/leases.ts';
import type { Db } from '#core/context.ts';
import { fieldOf, rowOf, run } from '#core/database/statement.ts';
import type { JobClaimTable, JobItemTable } from '#platform/database/rows.generated.ts';

/** `directory`: rows that the directory may answer. `sources`: rows that it doesn't, one network call or more each. */
export type Lane = 'directory' | 'sources';

/** Rows of a job that a worker has taken. The token fences off a worker whose claim was taken over; `takeovers` counts those. */
export type Claim = Pick<
  Selectable<JobClaimTable>,
  'account' | 'job' | 'from_row' | 'to_row' | 'token' | 'takeovers'
> & { lane: Lane };

const lease = sql`make_interval(secs => ${leaseMs / 1000})`;

/** The next rows, in fair turns. `again`: something changed in between. */
export async function claimNext(
  db: Db,
  lane: Lane,
  worker: string,
  size: number,
): Promise<Claim | 'again' | 'idle'> {
  const { outcome, ...claim } = await rowOf<Claim & { outcome: 'claimed' | 'again' | 'idle' }>(db)`
    select o_outcome as outcome, ${lane} as lane, o_account as account, o_job as job, o_from as from_row,
      o_to as to_row, o_token as token, o_takeovers as takeovers
    from job_claim_next(${lane}, ${worker}, ${size}, ${lease})`;
  return outcome === 'claimed' ? claim : outcome;
}

export const renewClaims = (db: Db, claims: readonly Claim[]): Promise<void> =>
  run(db)`
    update job_claim set lease_until = clock_timestamp() + ${lease}
    from (
      select account, job, lane, from_row from job_claim
      where token = any (${claims.map(({ token }) => token)}::uuid[])
        and account = any (${claims.map(({ account }) => account)}::bigint[])
      order by account, job, lane, from_row for update
    ) kept
    where job_claim.account = kept.account and job_claim.job = kept.job and job_claim.lane = kept.lane
      and job_claim.from_row = kept.from_row`;

/** `asks`: how often no source could be asked. */
export type ClaimedItem = Pick<
  Selectable<JobItemTable>,
  'row' | 'profile_url' | 'name' | 'client_reference' | 'tries' | 'asks'
>;

export const claimedItems = (
  db: Db,
  { account, job, lane, from_row, to_row }: Claim,
): Promise<ClaimedItem[]> =>
  db
    .selectFrom('job_item')
    .select(['row', 'profile_url', 'name', 'client_reference', 'tries', 'asks'])
    .where('account', '=', account)
    .where('job', '=', job)
    .where((where) => where.between('row', from_row, to_row))
    .where('status', '=', lane === 'directory' ? 'waiting' : 'asking')
    .orderBy('row')
    .execute();

/** The outcome of a claimed row. `asking`: sources have to be asked. */
export type EndedItem = Pick<Selectable<JobItemTable>, 'row' | 'reason' | 'lookup' | 'charged'> & {
  status: 'completed' | 'not_found' | 'failed' | 'asking';
};

export interface ClaimEnd {
  ended: readonly EndedItem[];
  /** Rows that failed unexpectedly and are tried again. */
  broken: readonly number[];
  /** Rows for which no source could be asked. They are tried again later. */
  again: readonly number[];
  stop: 'credits' | 'budget' | 'free_answers' | 'key' | 'locked' | null;
  resultsDays: number;
}

/** Effect of the end of a claim on the job. `lost`: another worker has taken the claim over, and nothing was written. */
export type JobEvent = 'completed' | 'cancelled' | 'failed' | 'paused' | 'nothing' | 'lost';

export async function finishClaim(
  db: Db,
  { account, job, lane, from_row, token }: Claim,
  { ended, broken, again, stop, resultsDays }: ClaimEnd,
): Promise<JobEvent> {
  const column = (name: keyof EndedItem) => ended.map((item) => item[name]);
  return fieldOf<JobEvent>(db)`
    select job_finish_claim(${account}, ${job}, ${lane}, ${from_row}, ${token}, ${column('row')}::integer[],
      ${column('status')}::text[], ${column('reason')}::text[], ${column('lookup')}::uuid[],
      ${column('charged')}::integer[], ${broken}::integer[], ${again}::integer[], ${stop},
      make_interval(days => ${resultsDays})) as event`;
}
