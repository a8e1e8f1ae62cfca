import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { rowsOf, run } from '#core/database/statement.ts';
import type { Finding, Verdict } from '#values/email-finding.ts';
import type { EmailVerdict } from '../rules.ts';

/** Verdicts by the key of their email. */
export type Verdicts = ReadonlyMap<string, EmailVerdict>;

const keyList = (keys: readonly string[]): string => `{${keys.join(',')}}`;

/** The verdicts on some emails, as far as they haven't expired. Other keys do no harm. */
export async function readVerdicts(db: Db, keys: readonly string[]): Promise<Verdicts> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<EmailVerdict & { key: string }>(db)`
    select key, verdict, checked_at from email_verdict
    where key = any (${keyList(keys)}::uuid[]) and expires_at > clock_timestamp()`;
  return new Map(rows.map(({ key, ...verdict }) => [key, verdict]));
}

/** The same in one statement with a look at the suppression list, as every answer of a source takes. Null if one of the keys is on it. */
export async function verdictsUnlessSuppressed(db: Db, keys: readonly string[]): Promise<Verdicts | null> {
  const rows = await rowsOf<{ key: string; verdict: Verdict | null; checked_at: Date | null }>(db)`
    select key, null as verdict, null::timestamptz as checked_at from suppression where key = any (${keyList(keys)}::uuid[])
    union all
    select key, verdict, checked_at from email_verdict
    where key = any (${keyList(keys)}::uuid[]) and expires_at > clock_timestamp()`;
  if (rows.some(({ verdict }) => verdict === null)) return null;
  return new Map(
    rows.map(({ key, verdict, checked_at }) => [key, { verdict: verdict!, checked_at: checked_at! }]),
  );
}

export interface NewVerdict {
  key: string;
  finding: Finding;
}

/** Stores verdicts, in the order of their keys. One that says nothing doesn't replace one that does, as long as that hasn't expired. */
export async function writeVerdicts(db: Db, given: readonly NewVerdict[], days: number): Promise<void> {
  if (given.length === 0) return;
  const verdicts = [...new Map(given.map((one) => [one.key, one])).values()].sort((one, other) =>
    one.key < other.key ? -1 : 1,
  );
  await sql`
    insert into email_verdict as known (key, verdict, reason, mx, reply, told_by, checked_at, expires_at)
    select given.key, given.verdict, given.reason, nullif(given.mx, ''), nullif(given.reply, ''), given.told_by,
      clock_timestamp(), clock_timestamp() + make_interval(days => ${days})
    from unnest(
      ${verdicts.map(({ key }) => key)}::uuid[], ${verdicts.map(({ finding }) => finding.verdict)}::text[],
      ${verdicts.map(({ finding }) => finding.reason)}::text[],
      string_to_array(${listAsText(verdicts, ({ finding }) => finding.mx ?? '')}, ${itemEnd}),
      string_to_array(${listAsText(verdicts, ({ finding }) => finding.reply ?? '')}, ${itemEnd}),
      ${verdicts.map(({ finding }) => finding.toldBy)}::text[]
    ) as given (key, verdict, reason, mx, reply, told_by)
    on conflict (key) do update set verdict = excluded.verdict, reason = excluded.reason, mx = excluded.mx,
      reply = excluded.reply, told_by = excluded.told_by, checked_at = excluded.checked_at, expires_at = excluded.expires_at
    where excluded.verdict <> 'unknown' or known.verdict = 'unknown' or known.expires_at <= clock_timestamp()`.execute(
    db,
  );
}

/** Deletes expired verdicts, at most `limit`, and returns the keys of their emails. */
export async function takeExpired(db: Db, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ key: string }>(db)`
    delete from email_verdict where key = any (array(
      select key from email_verdict where expires_at <= now() limit ${limit} for update skip locked
    )) returning key`;
  return rows.map(({ key }) => key);
}

/** The emails of some profiles, wherever they are stored. Erasures come here first: see the order of domains in the manifest. */
const keysOf = (hashes: readonly string[]) => sql`
  (select unnest(suppression_keys) from directory_profile where profile_hash = any (${hashes}::uuid[])
   union select unnest(suppression_keys) from source_profile where profile_hash = any (${hashes}::uuid[]))`;

/** Empties the verdicts on the emails of some profiles at once; the next sweep deletes the rows. */
export async function dropVerdicts(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update email_verdict set verdict = 'unknown', reason = 'unclear', mx = null, reply = null, expires_at = clock_timestamp()
    where key in ${keysOf(hashes)} and expires_at > clock_timestamp()`.execute(db);
  await run(db)`delete from verification_due where profile_hash = any (${hashes}::uuid[])`;
  return Number(numAffectedRows ?? 0);
}

export async function eraseVerdicts(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const { numAffectedRows } = await sql`delete from email_verdict where key in ${keysOf(hashes)}`.execute(db);
  await run(db)`delete from verification_due where profile_hash = any (${hashes}::uuid[])`;
  return Number(numAffectedRows ?? 0);
}

/** For a person who asks what is stored. */
export const exportedVerdicts = (db: Db, hash: string): Promise<unknown[]> =>
  rowsOf(db)`
    select verdict, reason, checked_at from email_verdict where key in ${keysOf([hash])} order by checked_at, verdict`;
