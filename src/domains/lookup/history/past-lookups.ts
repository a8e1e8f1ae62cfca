import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { Failure, failField } from '#core/failure.ts';
import { readInstant } from '#core/input/read-instant.ts';
import { instant, orNull } from '#core/shapes.ts';
import { LookupJob, LookupKey } from '#domains/credits/index.ts';
import { keyById } from '#domains/keys/index.ts';
import { ProfileNamed } from '#values/contacts/index.ts';
import { LINK_LENGTH_MAX } from '#values/profile-link/address.ts';
import { type ExtraHost, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { lookupIdOf } from '../paying/lookup.ts';
import { ChargeReason } from '../shapes.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, default: '', description: `${description} Empty returns all.` });

export const PastFilter = Type.Object({
  search: text(200, 'Only people whose name or profile link contains this text, in any case.'),
  profile_url: text(LINK_LENGTH_MAX, 'Only lookups of this profile, by any form of its link.'),
  status: text(20, 'Only lookups with this status: `completed`, `not_found` or `failed`.'),
  network: text(50, 'Only profiles on this network, such as `linkedin`.'),
  opened_from: text(20, 'Only lookups from this surface: `api`, `dashboard`, `extension` or `mcp`.'),
  mode: Type.Enum(['live', 'test', ''], {
    default: '',
    description: 'Only lookups with keys of this mode. Empty returns all.',
  }),
  kind: text(20, 'Only lookups of this kind, `find` or `job` (an item of a bulk job).'),
  key_id: text(100, 'Only lookups with this key, by its `id`.'),
  charged: Type.Enum(['yes', 'no', ''], {
    default: '',
    description: '`yes`: only lookups that cost a credit. `no`: only free ones. Empty returns all.',
  }),
  source: text(200, 'Only lookups with a value from this source, such as `github`.'),
  start: text(40, 'ISO 8601 date or time, in UTC unless it has an offset.'),
  end: text(40, 'ISO 8601 date (includes the whole day) or time (exclusive).'),
});
export type PastFilter = Static<typeof PastFilter>;

export const PastLookup = Type.Object(
  {
    id: Type.String({ description: 'Its answer can be fetched again by this id for 24 hours.' }),
    at: instant('When it was answered.'),
    status: Type.String({ description: 'The status of its answer.' }),
    network: Type.String(),
    profile: orNull(ProfileNamed, 'The profile. Null once the person has been removed.'),
    full_name: orNull(Type.String(), "The person's name as it was found."),
    found: orNull(
      Type.Object({
        emails: Type.Integer(),
        phones: Type.Integer(),
        links: Type.Integer(),
      }),
      'Number of values found. The values themselves are kept for 24 hours. Null once the person has been removed.',
    ),
    credits: Type.Object(
      {
        charged: Type.Integer({ description: 'Credits charged.' }),
        reason: ChargeReason,
      },
      { description: 'Its charge, and the reason.' },
    ),
    mode: Type.Enum(['live', 'test'], { description: 'The mode of its key.' }),
    sources: Type.Array(Type.String(), {
      description:
        'The sources of its values, at most 20. Empty if nothing was found, and once the person has been removed.',
    }),
    opened_from: Type.String({ description: '`api`, `dashboard`, `extension` or `mcp`.' }),
    key: orNull(LookupKey, 'The API key. Null if none was used.'),
    job: orNull(LookupJob, 'The bulk job. Null for a single lookup.'),
    client_reference: orNull(Type.String(), "The call's `client_reference`."),
  },
  { title: 'PastLookup' },
);
export type PastLookup = Static<typeof PastLookup>;

/** A place in the list: the microseconds since 1970 and the operation of the last item. */
export const placePattern = '^[0-9]{1,17}-[0-9a-f]{32}$';

interface PastRow {
  is_match: boolean;
  place: string;
  at: Date;
  op: string;
  status: string;
  network: string;
  profile_url: string | null;
  handle: string;
  full_name: string | null;
  emails: number;
  phones: number;
  links: number;
  credits: number;
  reason: ChargeReason;
  opened_from: string;
  is_test: boolean;
  client_reference: string | null;
  key_id: string | null;
  key_prefix: string;
  key_note: string;
  job: string | null;
  job_name: string | null;
  sources: string[] | null;
}

export interface PastPage {
  items: PastLookup[];
  next_cursor: string | null;
}

interface Span {
  start: Date;
  end: Date | null;
}

/** The time that is asked for, within what is kept. */
export function pastSpan({ start, end }: PastFilter, historyDays: number, now: Date): Span {
  const invalid = 'Input should be a valid ISO 8601 date or time';
  const from = start === '' ? new Date(0) : (readInstant(start, 0) ?? failField(['start'], invalid));
  const until = end === '' ? null : (readInstant(end, dayMs) ?? failField(['end'], invalid));
  const oldest = new Date(now.getTime() - historyDays * dayMs);
  return { start: from > oldest ? from : oldest, end: until };
}

/** With the canonical link of the profile that is asked for. */
export function canonicalFilter<Filter extends PastFilter>(
  filter: Filter,
  codeHosts: readonly ExtraHost[],
): Filter {
  if (filter.profile_url === '') return filter;
  const link = parseProfileLink(filter.profile_url, codeHosts);
  if (!link.ok) return failField(['profile_url'], reasonSentence(link.reason));
  return { ...filter, profile_url: link.profile.url };
}

/** `filter.profile_url` is canonical. At most `readMax` calls are read, so that a filter which matches few ends a page early. */
export async function pastLookups(
  db: Db,
  account: number,
  filter: PastFilter,
  { start, end }: Span,
  { cursor, limit, readMax = 5_000 }: { cursor?: string | undefined; limit: number; readMax?: number },
): Promise<PastPage> {
  if (filter.key_id !== '' && (await keyById(db, filter.key_id))?.account !== account)
    throw new Failure('not_found', { detail: 'The account has no key with this id.' });
  const [micros = null, op = null] = cursor?.split('-') ?? [];
  const { search, profile_url, status, network, opened_from, mode, kind, key_id, charged, source } = filter;
  const isFiltered = [
    ...[search, profile_url, status, network, opened_from, mode, kind, key_id, charged, source],
  ].some(Boolean);
  const { rows } = await sql<PastRow>`
    select o_is_match as is_match, (extract(epoch from o_at) * 1000000)::bigint || '-' || replace(o_op::text, '-', '') as place,
      o_at as at, o_op as op, o_status as status, o_network as network, o_profile_url as profile_url, o_handle as handle,
      o_full_name as full_name, o_emails as emails, o_phones as phones, o_links as links, o_credits as credits,
      o_reason as reason, o_opened_from as opened_from, o_is_test as is_test, o_client_reference as client_reference,
      o_key_id as key_id, o_key_prefix as key_prefix, o_key_note as key_note, o_job as job, o_job_name as job_name,
      o_sources as sources
    from lookup_history(${account}, ${start}, ${end ?? 'infinity'}::timestamptz,
      'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${op}::uuid, ${status}, ${network}, ${opened_from},
      ${mode === '' ? null : mode === 'test'}::boolean, ${kind}, ${key_id}, ${charged === '' ? null : charged === 'yes'}::boolean,
      ${profile_url}, ${search.trim().toLowerCase()}, ${source}, ${limit + 1},
      ${isFiltered ? Math.max(readMax, limit + 1) : limit + 1})`.execute(db);
  const matches = rows.filter(({ is_match }) => is_match);
  const last = matches.length > limit ? matches[limit - 1] : rows.find(({ is_match }) => !is_match);
  return { items: matches.slice(0, limit).map(pastLookupOf), next_cursor: last?.place ?? null };
}

function pastLookupOf(row: PastRow): PastLookup {
  const { at, op, status, network, profile_url: url, handle, full_name, client_reference } = row;
  const { emails, phones, links, credits, reason, opened_from, key_id, key_prefix, key_note, job } = row;
  return {
    ...{ id: lookupIdOf(op), at, status, network },
    profile: url === null ? null : { network, handle, url },
    full_name,
    found: url === null ? null : { emails, phones, links },
    credits: { charged: credits, reason },
    mode: row.is_test ? 'test' : 'live',
    sources: row.sources ?? [],
    opened_from,
    key: key_id === null ? null : { id: key_id, prefix: key_prefix, note: key_note },
    job: job === null ? null : { id: `job_${job.replaceAll('-', '')}`, name: row.job_name },
    client_reference,
  };
}
