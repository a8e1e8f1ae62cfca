import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { IdentityAttemptTable } from '#platform/database/rows.generated.ts';
import type { Signup } from './read-signup.ts';

export interface Attempt {
  at: Date;
  step: 'vet' | 'register';
  accountId: string | null;
  signup: Signup;
  userAgent: string;
  /** Null when allowed. */
  code: string | null;
  signals: readonly string[];
  /** The account_ids that have a handle of the attempt. */
  claimedBy: readonly string[];
}

export async function keepAttempt(db: Db, { signup, ...attempt }: Attempt): Promise<void> {
  await db
    .insertInto('identity_attempt')
    .values({
      at: attempt.at,
      step: attempt.step,
      account_id: attempt.accountId,
      email: signup.email,
      mailbox: signup.mailbox,
      provider_user: signup.providerUser,
      whatsapp: signup.whatsapp,
      device: signup.device,
      ip: signup.ip,
      address_key: signup.addressKey,
      user_agent: attempt.userAgent,
      code: attempt.code,
      signals: [...attempt.signals],
      claimed_by: [...attempt.claimedBy],
    })
    .execute();
}

/**
 * The vetted sign-ups of an address after `since`. Those that were refused for being too many don't count. Serialises the
 * transactions that count the same address, so that none is missed.
 */
export async function countVetted(db: Db, addressKey: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-ups of ${addressKey}`}, 0))`.execute(db);
  const { rows } = await sql<{ attempts: number }>`
    select count(*)::integer as attempts from identity_attempt
    where address_key = ${addressKey} and at > ${since} and step = 'vet'
      and not signals && array['velocity', 'signups_closed']`.execute(db);
  return rows[0]!.attempts;
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

export type AttemptRow = Selectable<IdentityAttemptTable>;

export interface AttemptFilter {
  mailbox?: string | undefined;
  providerUser?: string | undefined;
  whatsapp?: string | undefined;
  device?: string | undefined;
  /** A CIDR. */
  network?: string | undefined;
  accountId?: string | undefined;
  step?: string | undefined;
  code?: string | undefined;
  allowed?: boolean | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** The last attempt of the previous page. */
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export async function attemptsWhere(db: Db, filter: AttemptFilter): Promise<AttemptRow[]> {
  const {
    mailbox,
    providerUser,
    whatsapp,
    device,
    network,
    code,
    allowed,
    from,
    to,
    before,
    limit,
    accountId,
    step,
  } = filter;
  const conditions = [sql<SqlBool>`true`];
  if (mailbox) conditions.push(sql`mailbox = ${mailbox}`);
  if (providerUser) conditions.push(sql`provider_user = ${providerUser}`);
  if (whatsapp) conditions.push(sql`whatsapp = ${whatsapp}`);
  if (device) conditions.push(sql`device = ${device}`);
  if (network) conditions.push(sql`ip <<= ${network}::inet`);
  if (accountId) conditions.push(sql`account_id = ${accountId}`);
  if (step) conditions.push(sql`step = ${step}`);
  if (code) conditions.push(sql`code = ${code}`);
  if (allowed !== undefined) conditions.push(sql`(code is null) = ${allowed}`);
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at < ${to}`);
  if (before) conditions.push(sql`id < ${before}`);
  const { rows } = await sql<AttemptRow>`
    select * from identity_attempt where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

export const deleteAttemptsBefore = (end: Date) => (limit: number) =>
  sql`
  delete from identity_attempt where id = any (array(
    select id from identity_attempt where at < ${end} order by at limit ${limit} for update skip locked
  ))`;
