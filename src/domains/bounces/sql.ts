import { sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { rowOf, rowOrNull, rowsOf, run } from '#core/database/statement.ts';
import { reportDays } from './rules.ts';

/** The newest paid lookup of each profile within the days, as far as it returned an email. */
export async function paidLookups(
  db: Db,
  account: number,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await rowsOf<{ hash: string; op_key: string }>(db)`
    select distinct on (profile_hash) profile_hash as hash, op_key from usage_event
    where account = ${account} and at > now() - make_interval(days => ${reportDays}) and profile_hash = any (${hashes}::uuid[])
      and credits > 0 and disclosed_fields & 1 = 1 and not is_test
    order by profile_hash, at desc`;
  return new Map(rows.map(({ hash, op_key }) => [hash, op_key]));
}

export const reportedToday = async (db: Db, account: number): Promise<number> =>
  (
    await rowOf<{ count: number }>(db)`
      select count(*)::integer as count from bounce_report
      where account = ${account} and reported_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC'`
  ).count;

export interface NewReport {
  key: string;
  opKey: string;
  profileHash: string;
  address: string;
}

/** Returns the keys that weren't reported before. */
export async function insertReports(
  db: Db,
  account: number,
  toldBy: string,
  reports: readonly NewReport[],
): Promise<Set<string>> {
  if (reports.length === 0) return new Set();
  const rows = await rowsOf<{ key: string }>(db)`
    insert into bounce_report (account, key, op_key, profile_hash, address, told_by)
    select ${account}, given.*, ${toldBy} from unnest(
      ${reports.map(({ key }) => key)}::uuid[], ${reports.map(({ opKey }) => opKey)}::uuid[],
      ${reports.map(({ profileHash }) => profileHash)}::uuid[], ${reports.map(({ address }) => address)}::text[]) as given
    order by 2
    on conflict (account, key) do nothing returning key`;
  return new Set(rows.map(({ key }) => key));
}

export interface DueReport {
  account: number;
  account_id: string;
  key: string;
  opKey: string;
  profileHash: string;
  address: string;
  tries: number;
}

export const dueReports = (db: Db, limit: number): Promise<DueReport[]> =>
  rowsOf<DueReport>(db)`
    select report.account, account.account_id, report.key, report.op_key as "opKey", report.profile_hash as "profileHash",
      report.address, report.tries
    from bounce_report report join account on account.id = report.account
    where report.outcome is null and report.due_at <= now() and report.address is not null
    order by report.due_at limit ${limit}`;

/** Locks a report that is undecided. False if it was decided in the meantime. */
export async function lockReport(db: Db, { account, key }: DueReport): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from bounce_report where account = ${account} and key = ${key} and outcome is null for update`;
  return rows.length > 0;
}

export const endReport = (db: Db, { account, key }: DueReport, outcome: string): Promise<void> =>
  run(db)`
    update bounce_report set outcome = ${outcome}, ended_at = clock_timestamp(), address = null
    where account = ${account} and key = ${key} and outcome is null`;

export const retryReport = (db: Db, { account, key }: DueReport, waitMs: number): Promise<void> =>
  run(db)`
    update bounce_report set tries = tries + 1, due_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    where account = ${account} and key = ${key} and outcome is null`;

interface Standing {
  credited: number;
  declined: number;
  paid: number;
}

/** Counts of credits that an account got back, reports that were refused, and lookups that it paid for, in 30 days. */
export const standingOf = (db: Db, account: number): Promise<Standing> =>
  rowOf<Standing>(db)`
    select count(*) filter (where outcome = 'credited')::integer as credited,
      count(*) filter (where outcome in ('still_valid', 'limit_reached'))::integer as declined,
      (select coalesce(sum(credits), 0)::integer from usage_hour
        where account = ${account} and hour > clock_timestamp() - make_interval(days => ${reportDays}) and not is_test) as paid
    from bounce_report
    where account = ${account} and reported_at > clock_timestamp() - make_interval(days => ${reportDays})`;

/** Accounts that got a credit back for the email. */
export const creditedAccounts = async (db: Db, key: string): Promise<number> =>
  (
    await rowOf<{ count: number }>(db)`
      select count(*)::integer as count from bounce_report
      where key = ${key} and outcome in ('credited', 'already_credited')`
  ).count;

/** Lowers the standing of the sources that returned the email. */
export const tallyBounce = (db: Db, sources: readonly string[]): Promise<void> =>
  run(db)`
    insert into bounce_tally as known (source, day, bounced)
    select distinct source, (clock_timestamp() at time zone 'UTC')::date, 1 from unnest(${[...sources].sort()}::text[]) source
    on conflict (source, day) do update set bounced = known.bounced + 1`;

/** Reports about people go when they go, except that the account had its credit. */
export async function eraseReports(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update bounce_report set address = null, outcome = coalesce(outcome, 'erased'),
      ended_at = coalesce(ended_at, clock_timestamp())
    where profile_hash = any (${hashes}::uuid[]) and (address is not null or outcome is null)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const saveWebhook = (
  db: Db,
  account: number,
  tokenDigest: string,
  mailgunKey: string | null,
): Promise<void> =>
  run(db)`
    insert into bounce_webhook (account, token_digest, mailgun_key) values (${account}, ${tokenDigest}, ${mailgunKey})
    on conflict (account) do update set token_digest = excluded.token_digest, mailgun_key = excluded.mailgun_key`;

export async function webhookOf(
  db: Db,
  tokenDigest: string,
): Promise<{ account: AccountRef; mailgun_key: string | null } | null> {
  const row = await rowOrNull<{ id: number; account_id: string; mailgun_key: string | null }>(db)`
    select account.id, account.account_id, webhook.mailgun_key
    from bounce_webhook webhook join account on account.id = webhook.account where webhook.token_digest = ${tokenDigest}`;
  return row && { account: { id: row.id, account_id: row.account_id }, mailgun_key: row.mailgun_key };
}
