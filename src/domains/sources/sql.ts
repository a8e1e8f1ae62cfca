import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';
import { digestId } from '#core/ids.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { StoredSourceAnswer } from './asking/coverage.ts';
import type { Validators } from './port.ts';

/** Fresh answers about a profile, by source. */
export type FreshAnswers = ReadonlyMap<string, readonly StoredSourceAnswer[]>;

export async function freshAnswers(db: Db, profileHash: string): Promise<FreshAnswers> {
  const { rows } = await sql<StoredSourceAnswer & { source: string }>`
    select source, wanted, contacts
    from source_answer
    where profile_hash = ${profileHash} and fresh_until > clock_timestamp()
    order by source, fetched_at`.execute(db);
  return Map.groupBy(rows, ({ source }) => source);
}

/** A question to a source. `wanted` is an encoded set of fields. */
export interface QuestionKey {
  profileHash: string;
  source: string;
  wanted: number;
}

/** Stores an answer for `freshMs` milliseconds, replacing an older one. */
export const storeSourceAnswer = (
  db: Db,
  {
    profileHash,
    source,
    wanted,
    contacts,
    freshMs,
  }: QuestionKey & { contacts: ContactSet | null; freshMs: number },
): Promise<void> =>
  run(db)`
    insert into source_answer (profile_hash, source, wanted, contacts, fresh_until)
    values (${profileHash}, ${source}, ${wanted}, ${contacts && JSON.stringify(contacts)}::json,
      clock_timestamp() + make_interval(secs => ${freshMs / 1000}))
    on conflict (profile_hash, source, wanted) do update
    set contacts = excluded.contacts, fetched_at = clock_timestamp(), fresh_until = excluded.fresh_until`;

export interface SeenProfile {
  profileHash: string;
  /** Canonical. */
  url: string;
  /** The suppression keys of the profile and of every value that a source returned with it. */
  keys: readonly string[];
}

/** Adds the values by which a profile can be found. Keeps those that other sources returned. */
export const rememberProfile = (db: Db, { profileHash, url, keys }: SeenProfile): Promise<void> =>
  run(db)`
    insert into source_profile as known (profile_hash, url, suppression_keys, seen_at)
    values (${profileHash}, ${url}, ${keys}::uuid[], clock_timestamp())
    on conflict (profile_hash) do update set seen_at = excluded.seen_at, suppression_keys = array(
      select unnest(known.suppression_keys) union select unnest(excluded.suppression_keys))`;

export interface TallyEntry {
  result: 'found' | 'not_found' | 'failed';
  ms: number;
  paise: number;
  certain: boolean;
  /** Numbers of values in the answer. */
  values: Readonly<Record<'emails' | 'phones' | 'links', number>>;
}

/** Counts one question. `ms` is its duration, `paise` what the vendor charged. Null writes the same without counting anything. */
export function tallyQuestion(db: Db, source: string, entry: TallyEntry | null): Promise<void> {
  const { result, ms, paise, certain, values } = entry ?? nothingAsked;
  const { emails, phones, links } = values;
  return run(db)`
    insert into source_tally as tally (source, day, asked, found, not_found, failed, ms, paise, uncertain_paise, values_found,
      emails_found, phones_found, links_found)
    values (${source}, (clock_timestamp() at time zone 'UTC')::date, ${Number(entry !== null)}, ${Number(result === 'found')},
      ${Number(result === 'not_found')}, ${Number(result === 'failed')}, ${Math.round(ms)}, ${paise}, ${certain ? 0 : paise},
      ${emails + phones + links}, ${emails}, ${phones}, ${links})
    on conflict (source, day) do update set asked = tally.asked + excluded.asked, found = tally.found + excluded.found,
      not_found = tally.not_found + excluded.not_found, failed = tally.failed + excluded.failed,
      ms = tally.ms + excluded.ms, paise = tally.paise + excluded.paise,
      uncertain_paise = tally.uncertain_paise + excluded.uncertain_paise,
      values_found = tally.values_found + excluded.values_found,
      emails_found = tally.emails_found + excluded.emails_found, phones_found = tally.phones_found + excluded.phones_found,
      links_found = tally.links_found + excluded.links_found`;
}

const nothingAsked = {
  result: null,
  ...{ ms: 0, paise: 0, certain: true },
  values: { emails: 0, phones: 0, links: 0 },
};

export interface Tally {
  source: string;
  asked: number;
  found: number;
  not_found: number;
  failed: number;
  ms: number;
  paise: number;
  uncertain_paise: number;
}

/** Totals of the last `days` days, including today. */
export async function talliesOf(db: Db, days: number): Promise<Map<string, Tally>> {
  const { rows } = await sql<Tally>`
    select source, sum(asked)::bigint as asked,
      -- What bounced wasn't found.
      greatest(sum(found) - coalesce((
        select sum(bounced) from bounce_tally bounce
        where bounce.source = source_tally.source and bounce.day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int
      ), 0), 0)::bigint as found, sum(not_found)::bigint as not_found,
      sum(failed)::bigint as failed, sum(ms)::bigint as ms, sum(paise)::float8 as paise,
      sum(uncertain_paise)::float8 as uncertain_paise
    from source_tally where day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int
    group by source`.execute(db);
  return new Map(rows.map((row) => [row.source, row]));
}

/** Validators for requests about one profile that survive a restart; see `Validators`. */
export function openValidators(db: Db, profileHash: string): Validators {
  const hashOf = (url: string, credentialId: string) => digestId('validator', credentialId, url);
  return {
    async get(url, credentialId) {
      const row = await db
        .selectFrom('http_validator')
        .selectAll()
        .where('profile_hash', '=', profileHash)
        .where('url_hash', '=', hashOf(url, credentialId))
        .executeTakeFirst();
      return row
        ? { etag: row.etag, lastModified: row.last_modified, body: row.body, fetchedAt: row.fetched_at }
        : null;
    },
    async put(url, credentialId, { etag, lastModified, body, fetchedAt }) {
      await sql`
        insert into http_validator (profile_hash, url_hash, etag, last_modified, body, fetched_at)
        values (${profileHash}, ${hashOf(url, credentialId)}, ${etag}, ${lastModified}, ${JSON.stringify(body)}::json, ${fetchedAt})
        on conflict (profile_hash, url_hash) do update set etag = excluded.etag, last_modified = excluded.last_modified,
          body = excluded.body, fetched_at = excluded.fetched_at`.execute(db);
    },
  };
}
