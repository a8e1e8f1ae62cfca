import { type Insertable, type SqlBool, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { fieldOf, takeTurn } from '#core/database/statement.ts';
import { columnsOf } from '#core/shapes.ts';
import type { IdentityAttemptTable } from '#platform/database/rows.generated.ts';
import { letInUntil } from './admissions.ts';
import { evidenceLine } from './evidence.ts';
import { Attempt } from './shapes.ts';

/** `code` is null when allowed; `claimed_by` are the account_ids that have a handle of the attempt. */
export type NewAttempt = Insertable<IdentityAttemptTable> & { step: 'vet' | 'register' };

export async function keepAttempt(db: Db, attempt: NewAttempt): Promise<void> {
  await db.insertInto('identity_attempt').values(attempt).execute();
}

/**
 * The vetted sign-ups of an address after `since`. Those that were refused for being too many don't count. Serialises the
 * transactions that count the same address, so that none is missed.
 */
export async function countVetted(db: Db, addressKey: string, since: Date): Promise<number> {
  await takeTurn(db, `sign-ups of ${addressKey}`);
  return fieldOf<number>(db)`
    select count(*)::integer as attempts from identity_attempt
    where address_key = ${addressKey} and at > ${since} and step = 'vet'
      and not signals && array['velocity', 'signups_closed']`;
}

/** Whether the last registration of this account_id was refused. */
export async function isRegistrationRefused(db: Db, accountId: string): Promise<boolean> {
  const last = await db
    .selectFrom('identity_attempt')
    .select('code')
    .where('account_id', '=', accountId)
    .where('step', '=', 'register')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.code ?? null) !== null;
}

export interface AttemptFilter {
  /** Values that columns must have; empty ones are ignored. */
  exact: Readonly<Record<string, string | undefined>>;
  /** A CIDR. */
  network: string;
  allowed: boolean | undefined;
  /** Inclusive. */
  from: string | undefined;
  /** Exclusive. */
  to: string | undefined;
  /** The last attempt of the previous page. */
  before: number | undefined;
  limit: number;
  now: Date;
}

const columns = columnsOf(Type.Omit(Attempt, ['allowed', 'evidence', 'let_in_until']));

type StoredAttempt = Omit<Static<typeof Attempt>, 'evidence'>;

const onWire = (stored: StoredAttempt): Static<typeof Attempt> => ({
  ...stored,
  evidence: evidenceLine(stored),
});

const attempts = (db: Db, now: Date) =>
  db
    .selectFrom('identity_attempt')
    .select(columns)
    .select([sql<boolean>`code is null`.as('allowed'), letInUntil(now).as('let_in_until')]);

export async function attemptById(db: Db, id: number, now: Date): Promise<Static<typeof Attempt> | null> {
  const row = await attempts(db, now).where('id', '=', id).$castTo<StoredAttempt>().executeTakeFirst();
  return row ? onWire(row) : null;
}

/** Newest first. */
export async function attemptsWhere(db: Db, filter: AttemptFilter): Promise<Static<typeof Attempt>[]> {
  const { exact, network, allowed, from, to, before, limit, now } = filter;
  const conditions = [sql`true`];
  for (const [column, value] of Object.entries(exact))
    if (value) conditions.push(sql`${sql.ref(column)} = ${value}`);
  if (network) conditions.push(sql`ip <<= ${network}::inet`);
  if (allowed !== undefined) conditions.push(sql`(code is null) = ${allowed}`);
  if (from) conditions.push(sql`at >= ${new Date(from)}`);
  if (to) conditions.push(sql`at < ${new Date(to)}`);
  if (before) conditions.push(sql`id < ${before}`);
  const query = attempts(db, now)
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  return (await query.$castTo<StoredAttempt>().execute()).map(onWire);
}
