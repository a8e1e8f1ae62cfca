import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Context, Db, Phase } from '#core/context.ts';
import { type MemberFault, memberFault } from '#core/failure.ts';
import { nameFault } from '#core/input/text-rules.ts';
import { columnsOf, instant, instantOrNull, orNull } from '#core/shapes.ts';
import { grantCredits, periodEnd } from '#domains/credits/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { termsMembers } from '../catalogue/shapes.ts';
import type { PlanTerms } from '../plans.ts';

export const contractTerms = {
  name: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '\\S',
    description: 'The name of the plan that people read.',
    examples: ['Enterprise'],
  }),
  ...termsMembers,
  credits: Type.Integer({
    minimum: 0,
    maximum: 100_000_000,
    description: 'Credits granted at the start of each month. They expire at its end.',
    examples: [5_000],
  }),
  amount: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000_000,
    description: 'The price of a month in paise, for your records. Nothing is charged.',
    examples: [1_500_000],
  }),
};

export const contractFaults = ({ name }: Readonly<Record<string, unknown>>): MemberFault[] => {
  const fault = typeof name === 'string' ? nameFault(name) : null;
  return fault ? [memberFault('name', fault)] : [];
};

export const Contract = Type.Object(
  {
    id: Type.String({ examples: ['con_4TqWm8Zs1Yb6RkLp0Xe9Vd'] }),
    account_id: Type.String({ examples: ['acme-42'] }),
    account_email: orNull(Type.String(), 'The email of that account now.'),
    ...contractTerms,
    starts_at: instant('When it starts.'),
    ends_at: instantOrNull('When it ends. Null if it has no end.'),
    months_granted: Type.Integer({ description: 'The months whose credits were granted.' }),
    reason: Type.String({ description: "The operator's reason." }),
    actor: Type.String({ description: 'The operator.', examples: ['mira'] }),
    created_at: instant('When an operator made it.'),
  },
  { title: 'Contract' },
);
export type Contract = Static<typeof Contract>;

const ofTerms = Object.keys(contractTerms);
const own = columnsOf(Contract).filter((name) => !name.startsWith('account_') && !ofTerms.includes(name));

interface Stored extends Omit<Contract, keyof typeof contractTerms> {
  account: number;
  terms: PlanTerms;
}

const contracts = (db: Db) =>
  db
    .selectFrom('contract')
    .innerJoin('account', 'account.id', 'contract.account')
    .select(['contract.account', 'contract.terms', 'account.account_id', 'account.email as account_email'])
    .select(own.map((name) => `contract.${name}` as 'contract.id'))
    .$castTo<Stored>();

export function contractOnWire({ account: _, terms, ...contract }: Stored): Contract {
  const { id: __, kind: ___, ...given } = terms;
  return { ...contract, ...given };
}

export const contractById = async (db: Db, id: string): Promise<Stored | null> =>
  (await contracts(db).where('contract.id', '=', id).executeTakeFirst()) ?? null;

/** Those of an account, or of all, newest first. */
export function listContracts(
  db: Db,
  { account, before, limit }: { account: number | null; before: string; limit: number },
): Promise<Stored[]> {
  let query = contracts(db);
  if (account !== null) query = query.where('contract.account', '=', account);
  if (before !== '')
    query = query.where(
      sql<boolean>`(contract.created_at, contract.id) <
        (select last.created_at, last.id from contract as last where last.id = ${before})`,
    );
  return query.orderBy('contract.created_at', 'desc').orderBy('contract.id', 'desc').limit(limit).execute();
}

/** One contract at a time: those that would last longer end at this moment. Hold the account's lock. */
export async function endContracts(db: Db, account: number, at: Date): Promise<void> {
  await sql`
    update contract set ends_at = greatest(starts_at, ${at}::timestamptz)
    where account = ${account} and coalesce(ends_at, 'infinity') > greatest(starts_at, ${at}::timestamptz)`.execute(
    db,
  );
}

export async function insertContract(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  contract: Pick<Stored, 'id' | 'account' | 'terms' | 'starts_at' | 'ends_at' | 'reason'>,
): Promise<void> {
  const { terms, ...columns } = contract;
  await db
    .insertInto('contract')
    .values({ ...columns, terms: JSON.stringify(terms), actor })
    .execute();
}

/** The contracts that have a month to grant. A closed account gets none. */
export const contractsToGrant = (db: Db, at: Date): Promise<Stored[]> =>
  contracts(db)
    .where('account.closed_at', 'is', null)
    .where(
      sql<boolean>`(contract.starts_at at time zone 'UTC' + make_interval(months => months_granted)) at time zone 'UTC'
        between '-infinity' and least(${at}::timestamptz, coalesce(contract.ends_at, 'infinity') - interval '1 microsecond')`,
    )
    .orderBy('contract.id')
    .limit(1000)
    .execute();

/** Grants the months that have begun, each once. A month that is over by now is granted too: it has expired. Hold the account's lock. */
export async function grantMonths({ db }: Pick<Phase, 'db'>, contract: Stored, now: Date): Promise<number> {
  const { id, account, terms, starts_at, ends_at } = contract;
  let start = starts_at;
  let months = 0;
  let period = { period_start: start, period_end: start };
  for (; start <= now && (ends_at === null || start < ends_at); months += 1) {
    const end = periodEnd(starts_at, start);
    if (months >= contract.months_granted && terms.credits > 0)
      await grantCredits(db, {
        account,
        source: 'plan',
        sourceRef: `contract:${id}:${months + 1}`,
        credits: terms.credits,
        expiresAt: end,
        reason: `${terms.name}, month ${months + 1} of the contract`,
        grantedBy: 'billing',
      });
    period = { period_start: start, period_end: end };
    start = end;
  }
  if (months > contract.months_granted) {
    await db.updateTable('contract').set({ months_granted: months }).where('id', '=', id).execute();
    const data = { plan_id: terms.id, plan_name: terms.name, credits: terms.credits, ...period };
    if (contract.months_granted > 0)
      await queueEvent({ db }, { account, type: 'plan.renewed', subject: id, data });
  }
  return months;
}
