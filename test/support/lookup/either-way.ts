import type { KeyCredential } from '#core/access.ts';
import { JsonAnswer } from '#core/answers/json-answer.ts';
import { Failure } from '#core/failure.ts';
import { writeProfiles } from '#domains/directory/profiles/stored-profiles.ts';
import { type Finder, openFinder } from '#domains/lookup/finding/finder.ts';
import type { FinderOptions } from '#domains/lookup/finding/finder-options.ts';
import { replayOf, type StoredLookup } from '#domains/lookup/paying/answers.ts';
import { type ProfileLink, parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import type { TestDatabase } from '../database.ts';
import { givenCredits, givenKey } from '../kit.ts';
import type { GeneratedAccount, GeneratedPerson } from './generated.ts';
import { credentialOf } from './items.ts';

const at = new Date('2026-11-23T10:00:00.000Z');
const freeMax = 1_000;
let people = 0;

type Statement = { name: string; text: string; values: unknown[] };
type Answered = { outcome: string };
type Databases = Pick<TestDatabase, 'pool' | 'db'>;
type Settings = { free_repeat_days: number; lookup_budget_ms: number };

const asksNoSource = () => {
  throw new Error('no source is asked');
};

/** A finder that has the directory alone. */
export const finderOptions = ({ pool, db }: Databases, settings: Settings): FinderOptions => ({
  ...{ pool, pipeline: pool, db, log: console },
  clock: { now: () => at },
  worker: crypto.randomUUID(),
  pepper: 'pepper',
  personalData: [],
  isBillable: () => true,
  settings: {
    current: () => ({
      ...settings,
      free_answers_per_day: { no_plan: freeMax, plan: freeMax, enterprise: freeMax },
    }),
  },
  search: { covers: () => false, run: asksNoSource },
  spendingOf: asksNoSource,
  verifier: { checkNow: asksNoSource, keyOf: asksNoSource },
});

/**
 * `slow` takes the slow path for every lookup: the statement that answers batches leaves it undecided. `outcomes` are those of this
 * statement for `fast`.
 */
export function finders(
  { pool, db }: Databases,
  settings: Settings,
  covers: (network: string) => boolean = () => false,
): { fast: Finder; slow: Finder; outcomes: string[] } {
  const outcomes: string[] = [];
  const finderOn = (answerBatch: (statement: Statement) => Promise<{ rows: Answered[] }>) => {
    const query = (statement: Statement) =>
      statement.name === 'lookup_answer_batch' ? answerBatch(statement) : pool.query(statement);
    const statements = { query } as unknown as typeof pool;
    const options = finderOptions({ pool, db }, settings);
    return openFinder({
      ...options,
      ...{ pool: statements, pipeline: statements, search: { ...options.search, covers } },
    });
  };
  const fast = finderOn(async (statement) => {
    const answered = await pool.query<Answered>(statement);
    outcomes.push(...answered.rows.map(({ outcome }) => outcome));
    return answered;
  });
  const slow = finderOn(async ({ values: [accounts] }) => ({
    rows: String(accounts)
      .split(',')
      .map(() => ({ outcome: 'undecided' })),
  }));
  return { fast, slow, outcomes };
}

export interface Given {
  profile: ProfileLink;
  /** One that isn't canonical. */
  link: string;
}

export async function givenPerson({ db, pool }: TestDatabase, person: GeneratedPerson): Promise<Given> {
  const handle = `Person-${++people}`;
  const link = person.network === 'linkedin' ? `linkedin.com/in/${handle}` : `github.com/${handle}`;
  const parsed = parseProfileLink(link);
  if (!parsed.ok) throw new Error(`${link} is not a profile`);
  const { profile } = parsed;
  if (person.contacts === null) return { profile, link };
  const hash = profileHashOf(profile.url);
  const contacts = person.isNamedAsHandle
    ? { ...person.contacts, person: { ...person.contacts.person, full_name: handle } }
    : person.contacts;
  const key = crypto.randomUUID();
  const written = { hash, profile, contacts, suppressionKeys: [key], importId: null, versionRead: null };
  await writeProfiles(db, 'pepper', [written]);
  if (person.isSuppressed)
    await pool.query(
      `insert into suppression (key, kind, reason, requested_by) values ($1, 'email', 'test', 'subject')`,
      [key],
    );
  return { profile, link };
}

export interface AccountCopy {
  account: number;
  key: KeyCredential;
}

/** A new account with a key and all that was generated for it. */
export async function accountLike(
  { db, pool }: TestDatabase,
  { lots, paidFor, freeLeft }: GeneratedAccount,
  given: readonly Given[],
): Promise<AccountCopy> {
  const { account, accountId, id } = await givenKey(db);
  for (const [place, credits] of lots.entries())
    await givenCredits(db, account, credits, { expiresAt: new Date(Date.now() + (place + 1) * 3_600_000) });
  const paid = paidFor
    .flatMap((place) => given[place] ?? [])
    .map(({ profile }) => profileHashOf(profile.url));
  await pool.query('insert into lookup_repeat (account, profile_hash) select $1, unnest($2::uuid[])', [
    account,
    paid,
  ]);
  if (freeLeft !== null)
    await pool.query(
      'insert into lookup_free (account, is_test, day, answers) values ($1, false, lookup_free_day(), $2)',
      [account, freeMax - freeLeft],
    );
  return { account, key: credentialOf({ id, account, accountId }) };
}

export interface Outcome {
  /** The answer as it is sent, or the refusal, without the id. */
  json: string;
  charged?: number;
  remaining?: number;
  replayed?: boolean;
}

export const outcomeOf = (found: ReturnType<Finder['find']>): Promise<Outcome> =>
  found.then(
    ({ answer, credits: { charged, remaining }, replayed }) => ({
      json: withoutIds(answer instanceof JsonAnswer ? answer.json : JSON.stringify(answer)),
      ...{ charged, remaining, replayed },
    }),
    (error) => {
      if (!(error instanceof Failure)) throw error;
      const { retry_after, resets_at, ...members } = error.members as Record<string, unknown>;
      return { json: JSON.stringify({ code: error.code, ...members }) };
    },
  );

const withoutIds = (json: string) => json.replace(/lkp_\w{32}/, 'lkp');

/** All that lookups wrote for these accounts, in an order of its own: the two ways write the rows of a batch in different orders. */
export async function booksOf({ pool }: TestDatabase, copies: readonly AccountCopy[]) {
  const accounts = copies.map(({ account }) => account);
  const rowsOf = async (text: string) =>
    (await pool.query(text, [accounts])).rows.map((row) => JSON.stringify(row)).sort();
  const place = 'array_position($1::bigint[], account) as account';
  const { rows: stored } = await pool.query<KeptRow>(
    `select ${place}, op_key, null as request_hash, request_hash is null as is_new, answer, created_at, status, charged, balance_after, reason,
       is_test, kept_until is null as is_kept, profile_hash, directory_document(profile_hash, document_version) as document
     from lookup where account = any ($1)`,
    [accounts],
  );
  return {
    lots: await rowsOf(
      `select ${place}, avail, held, spent, closed_at is null as is_open, rank() over (partition by account order by id) as lot
       from credit_lot where account = any ($1)`,
    ),
    ledger: await rowsOf(
      `select ${place}, kind, amount, balance_after,
         (select count(*) from credit_lot lot where lot.account = credit_ledger.account and lot.id <= lot_id) as lot
       from credit_ledger where account = any ($1)`,
    ),
    usage: await rowsOf(
      `select ${place}, credits, profile_hash, disclosed_fields, is_test, kind, status, reason, network, door, client_reference
       from usage_event where account = any ($1)`,
    ),
    free: await rowsOf(
      `select ${place}, is_test, day, answers from lookup_free where account = any ($1) and answers > 0`,
    ),
    repeats: await rowsOf(`select ${place}, profile_hash from lookup_repeat where account = any ($1)`),
    answers: stored.map(keptAnswer).sort(),
  };
}

/** A repeat's answer, with what else is stored of the lookup. */
function keptAnswer({ op_key, ...row }: KeptRow) {
  const { answer, created_at, document, charged, balance_after, reason, ...others } = row;
  const replay = replayOf(op_key, row);
  return withoutIds(JSON.stringify({ ...others, replay }));
}

type KeptRow = StoredLookup & { op_key: string };
