import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { type KnownProfile, recipientsMax } from '#domains/suppression/index.ts';
import type { FindAnswer } from '../shapes.ts';
import { announceWithdrawal } from './announce-withdrawal.ts';
import { replayOf, type StoredEnvelope, type StoredLookup, withoutPerson } from './answers.ts';
import { lookupIdOf } from './lookup.ts';

/** Stored answers, the history of lookups, and the log of disclosures. The log is proof of who received what, so it isn't erased. */
export const disclosedAnswers: PersonalDataStore = {
  id: 'answers',

  async exported(db, hash): Promise<Partial<KnownProfile>> {
    const [recipients, { answers }] = await Promise.all([
      recipientsOf(db, hash),
      countRecipients(db, [hash]),
    ]);
    return { recipients, recipients_total: answers };
  },

  withdraw: withdrawAnswers,
  announceWithdrawal,
  erase: withdrawAnswers,
  accountsDisclosedTo: async (db, hashes) => (await countRecipients(db, hashes)).accounts,
};

/** Clears the answers about these profiles. Returns the count. */
async function withdrawAnswers(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  // Locks in the same order as a lookup that ends: answer, repeat, veto.
  const withdrawn = await withdrawStored(db, hashes);
  // The link alone names the person, so misses go too. Answers of less than a day are hidden by `lookup_withdrawn`.
  await sql`delete from lookup_past where ctid = any (${lockedRows('lookup_past', hashes)})`.execute(db);
  await forgetRepeats(db, hashes);
  await sql`delete from lookup_veto where ctid = any (${lockedRows('lookup_veto', hashes)})`.execute(db);
  return withdrawn;
}

const withdrawStored = async (db: Db, hashes: readonly string[]): Promise<number> =>
  clearAnswers(db, await storedAnswers(db, hashes));

/** Clears the answers of a job's items about withdrawn people, also those that found nothing. */
export async function clearAnswersOf(
  db: Db,
  items: readonly { account: number; lookup: string }[],
): Promise<void> {
  const { rows } = await sql<Stored>`
    select lookup.account, lookup.op_key, lookup.answer
    from unnest(${items.map(({ account }) => account)}::bigint[], ${items.map((item) => item.lookup)}::uuid[]) as given (account, op_key)
    join lookup on lookup.account = given.account and lookup.op_key = given.op_key
    where lookup.status <> 'pending'
    order by lookup.account, lookup.op_key
    for update of lookup`.execute(db);
  await clearAnswers(db, rows);
}

interface Stored {
  account: number;
  op_key: string;
  answer: string;
}

async function clearAnswers(db: Db, stored: readonly Stored[]): Promise<number> {
  if (stored.length === 0) return 0;
  await sql`
    update lookup set status = case status when 'completed' then 'not_found' else status end, answer = given.answer,
      document_version = null
    from unnest(${stored.map(({ account }) => account)}::bigint[], ${stored.map(({ op_key }) => op_key)}::uuid[],
      ${stored.map(({ answer }) => cleared(answer))}::text[]) as given (account, op_key, answer)
    where lookup.account = given.account and lookup.op_key = given.op_key`.execute(db);
  return stored.length;
}

/** Without its document, an envelope discloses no person. */
function cleared(json: string): string {
  const stored = JSON.parse(json) as FindAnswer | StoredEnvelope;
  if ('person' in stored) return JSON.stringify(withoutPerson(stored));
  const { document, name, handle, url, ...envelope } = stored;
  return JSON.stringify({ ...envelope, profile_url: '' });
}

type Recipient = KnownProfile['recipients'][number];

/** Newest first. */
async function recipientsOf(db: Db, hash: string): Promise<Recipient[]> {
  const { rows } = await sql<RecipientRow>`
    select (select account_id from account where id = given.account) as account_id, given.at, given.op_key, given.emails, given.phones, given.links,
      lookup.answer, lookup.created_at, directory_document(lookup.profile_hash, lookup.document_version) as document, lookup.charged,
      lookup.balance_after, lookup.reason
    from disclosures_of(array[${hash}]::uuid[], '-infinity') given
    left join lookup on lookup.account = given.account and lookup.op_key = given.op_key and lookup.status = 'completed'
    order by given.at desc, given.op_key desc
    limit ${recipientsMax}`.execute(db);
  return rows.map(recipientOf);
}

async function countRecipients(
  db: Db,
  hashes: readonly string[],
): Promise<{ answers: number; accounts: number }> {
  const { rows } = await sql<{ answers: number; accounts: number }>`
    select count(*) as answers, count(distinct account) as accounts
    from disclosures_of(${hashes}::uuid[], '-infinity')`.execute(db);
  return rows[0]!;
}

/**
 * Answers of jobs live longest: a job ends `job_results_days` after its creation at the latest, and its answers are kept as long
 * again. That is 90 days at most, twice. The margin covers late cleanup jobs.
 */
const keptDays = 190;

/** Finds answers through the log of disclosures, because they have no index by profile. */
async function storedAnswers(db: Db, hashes: readonly string[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select lookup.account, lookup.op_key, lookup.answer
    from disclosures_of(${hashes}::uuid[], clock_timestamp() - make_interval(days => ${keptDays})) given
    join lookup on lookup.account = given.account and lookup.op_key = given.op_key
    where lookup.status = 'completed'
    order by lookup.account, lookup.op_key
    for update of lookup`.execute(db);
  return rows;
}

/** A free repeat would reveal the person, because unknown people always need a credit. */
async function forgetRepeats(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`
    insert into lookup_withdrawn (profile_hash)
    select distinct hash from unnest(${hashes}::uuid[]) hash order by hash
    on conflict (profile_hash) do update set withdrawn_at = excluded.withdrawn_at`.execute(db);
  await sql`delete from lookup_repeat where ctid = any (${lockedRows('lookup_repeat', hashes)})`.execute(db);
}

/** Rows about these people, locked in the order in which lookups write them. */
const lockedRows = (
  table: 'lookup_past' | 'lookup_repeat' | 'lookup_veto',
  hashes: readonly string[],
) => sql`array(
  select ctid from ${sql.table(table)} where profile_hash = any (${hashes}::uuid[])
  order by account, profile_hash for update
)`;

type RecipientRow = Pick<Recipient, 'account_id' | 'at' | 'emails' | 'phones' | 'links'> & {
  op_key: string;
} & (Omit<StoredLookup, 'request_hash'> | { answer: null });

function recipientOf(row: RecipientRow): Recipient {
  const { account_id, at, op_key, emails, phones, links } = row;
  const kept = row.answer === null ? null : replayOf(op_key, { ...row, request_hash: null });
  return {
    ...{ account_id, at, lookup_id: lookupIdOf(op_key), emails, phones, links },
    kept: kept && { emails: kept.emails, phones: kept.phones, links: kept.links },
  };
}
