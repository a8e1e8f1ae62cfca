import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PersonalDataStore } from '#core/personal-data.ts';
import { type KnownProfile, recipientsMax } from '#domains/suppression/index.ts';
import { forgetVetoesOf } from '../finding/vetoes.ts';
import type { FindAnswer } from '../shapes.ts';
import { asNotFound, lookupIdOf } from './answers.ts';

/** The answers that are kept, and the log of who was given what. The log is the proof of it, and stays. */
export const givenAnswers: PersonalDataStore = {
  id: 'answers',

  async exported(db, hash): Promise<Partial<KnownProfile>> {
    const [recipients, { answers }] = await Promise.all([
      recipientsOf(db, hash),
      countRecipients(db, [hash]),
    ]);
    return { recipients, recipients_total: answers };
  },

  withdraw: withdrawAnswers,
  erase: withdrawAnswers,
  accountsDisclosedTo: async (db, hashes) => (await countRecipients(db, hashes)).accounts,
};

/** Turns the answers about these profiles into those about somebody unknown; returns how many there were. */
async function withdrawAnswers(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  // In the order in which a lookup that ends locks them: its answer, the repeat, the veto.
  const kept = await withdrawKept(db, hashes);
  await forgetRepeats(db, hashes);
  await forgetVetoesOf(db, hashes);
  return kept;
}

async function withdrawKept(db: Db, hashes: readonly string[]): Promise<number> {
  const kept = await keptAnswers(db, hashes);
  if (kept.length === 0) return 0;
  const answers = kept.map(({ answer }) => JSON.stringify(asNotFound(JSON.parse(answer) as FindAnswer)));
  await sql`
    update lookup set status = 'not_found', answer = given.answer
    from unnest(${kept.map(({ account }) => account)}::bigint[], ${kept.map(({ opKey }) => opKey)}::uuid[],
      ${answers}::text[]) as given (account, op_key, answer)
    where lookup.account = given.account and lookup.op_key = given.op_key`.execute(db);
  return kept.length;
}

type Recipient = KnownProfile['recipients'][number];

/** Newest first. */
async function recipientsOf(db: Db, hash: string): Promise<Recipient[]> {
  const { rows } = await sql<RecipientRow>`
    select (select account_id from account where id = told.account) as account_id, told.at, told.op_key as "opKey", told.emails, told.phones, told.links,
      case when lookup.status = 'completed' then lookup.answer end as answer
    from disclosures_of(array[${hash}]::uuid[], '-infinity') told
    left join lookup on lookup.account = told.account and lookup.op_key = told.op_key
    order by told.at desc, told.op_key desc
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

/** Answers are kept for a day; the rest is for a job of forgetting that was late. */
const keptDays = 7;

/** The log of who was told leads to the answers: they have no index by profile. */
async function keptAnswers(
  db: Db,
  hashes: readonly string[],
): Promise<{ account: number; opKey: string; answer: string }[]> {
  const { rows } = await sql<{ account: number; opKey: string; answer: string }>`
    select lookup.account, lookup.op_key as "opKey", lookup.answer
    from disclosures_of(${hashes}::uuid[], clock_timestamp() - make_interval(days => ${keptDays})) told
    join lookup on lookup.account = told.account and lookup.op_key = told.op_key
    where lookup.status = 'completed'
    order by lookup.account, lookup.op_key
    for update of lookup`.execute(db);
  return rows;
}

/** A free repeat would be answered without a credit, which nobody unknown is. */
async function forgetRepeats(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`
    delete from lookup_repeat where ctid = any (array(
      select ctid from lookup_repeat where profile_hash = any (${hashes}::uuid[])
      order by account, profile_hash for update
    ))`.execute(db);
}

type RecipientRow = Pick<Recipient, 'account_id' | 'emails' | 'phones' | 'links'> & {
  at: Date;
  opKey: string;
  answer: string | null;
};

function recipientOf({ account_id, at, opKey, answer, ...given }: RecipientRow): Recipient {
  const { emails, phones, links } = (answer === null ? {} : JSON.parse(answer)) as FindAnswer;
  return {
    account_id,
    at: at.toISOString(),
    lookup_id: lookupIdOf(opKey),
    ...given,
    kept: answer === null ? null : { emails, phones, links },
  };
}
