import { sql } from 'kysely';
import { leaseMs } from '#core/concurrency/leases.ts';
import type { Db } from '#core/context.ts';

/** `directory`: rows that the directory may answer. `sources`: rows that it doesn't, one network call or more each. */
export type Lane = 'directory' | 'sources';

/** Rows of a job that a worker has taken. The token fences off a worker whose claim was taken over. */
export interface Claim {
  account: number;
  job: string;
  lane: Lane;
  from: number;
  to: number;
  token: string;
  /** How many workers died over it. */
  takeovers: number;
}

interface ClaimRow {
  o_outcome: 'claimed' | 'again' | 'idle';
  o_account: number;
  o_job: string;
  o_from: number;
  o_to: number;
  o_token: string;
  o_takeovers: number;
}

const lease = sql`make_interval(secs => ${leaseMs / 1000})`;

/** The next rows, in fair turns. `again`: something changed meanwhile. */
export async function claimNext(
  db: Db,
  lane: Lane,
  worker: string,
  size: number,
): Promise<Claim | 'again' | 'idle'> {
  const { rows } = await sql<ClaimRow>`
    select * from job_claim_next(${lane}, ${worker}, ${size}, ${lease})`.execute(db);
  const row = rows[0]!;
  if (row.o_outcome !== 'claimed') return row.o_outcome;
  const {
    o_account: account,
    o_job: job,
    o_from: from,
    o_to: to,
    o_token: token,
    o_takeovers: takeovers,
  } = row;
  return { account, job, lane, from, to, token, takeovers };
}

export async function renewClaims(db: Db, claims: readonly Claim[]): Promise<void> {
  await sql`
    update job_claim set lease_until = clock_timestamp() + ${lease}
    from (
      select account, job, lane, from_row from job_claim
      where token = any (${claims.map(({ token }) => token)}::uuid[])
        and account = any (${claims.map(({ account }) => account)}::bigint[])
      order by account, job, lane, from_row for update
    ) kept
    where job_claim.account = kept.account and job_claim.job = kept.job and job_claim.lane = kept.lane
      and job_claim.from_row = kept.from_row`.execute(db);
}

export interface ClaimedItem {
  row: number;
  profileUrl: string;
  name: string | null;
  clientReference: string | null;
  tries: number;
  /** How often no source could be asked. */
  asks: number;
}

export async function claimedItems(db: Db, { account, job, lane, from, to }: Claim): Promise<ClaimedItem[]> {
  const { rows } = await sql<ClaimedItem>`
    select row, profile_url as "profileUrl", name, client_reference as "clientReference", tries, asks from job_item
    where account = ${account} and job = ${job} and row between ${from} and ${to}
      and status = ${lane === 'directory' ? 'waiting' : 'asking'}
    order by row`.execute(db);
  return rows;
}

/** What became of a claimed row. `asking`: sources have to be asked. */
export interface EndedItem {
  row: number;
  status: 'completed' | 'not_found' | 'failed' | 'asking';
  reason: string | null;
  lookup: string | null;
  charged: number;
}

export interface ClaimEnd {
  ended: readonly EndedItem[];
  /** Rows that failed unexpectedly and are tried again. */
  broken: readonly number[];
  /** Rows of which no source could be asked, to be asked again later. */
  again: readonly number[];
  stop: 'credits' | 'free_answers' | 'key' | 'locked' | null;
  resultsDays: number;
}

/** What the end of a claim did to the job. `lost`: another worker has taken the claim over, and nothing was written. */
export type JobEvent = 'completed' | 'cancelled' | 'failed' | 'paused' | 'nothing' | 'lost';

/** Writes what became of the rows. */
export async function finishClaim(
  db: Db,
  { account, job, lane, from, token }: Claim,
  { ended, broken, again, stop, resultsDays }: ClaimEnd,
): Promise<JobEvent> {
  const column = <Value>(pick: (item: EndedItem) => Value): Value[] => ended.map(pick);
  const { rows } = await sql<{ event: JobEvent }>`
    select job_finish_claim(${account}, ${job}, ${lane}, ${from}, ${token}, ${column(({ row }) => row)}::integer[],
      ${column(({ status }) => status)}::text[], ${column(({ reason }) => reason)}::text[],
      ${column(({ lookup }) => lookup)}::uuid[], ${column(({ charged }) => charged)}::integer[], ${broken}::integer[], ${again}::integer[],
      ${stop}, make_interval(days => ${resultsDays})) as event`.execute(db);
  return rows[0]!.event;
}
