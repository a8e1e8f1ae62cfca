import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import { foldedMailbox } from '#values/contacts/index.ts';

/** Means by which a person signs up. */
export const handleKinds = ['email', 'provider_user', 'whatsapp', 'device'] as const;
export type HandleKind = (typeof handleKinds)[number];

/** `value` is in normalised form: a folded mailbox, `provider:id`, E.164, or the device's identifier. */
export interface Handle {
  kind: HandleKind;
  value: string;
}

/** The handle of an email. */
export const mailboxOf = (email: string): Handle => ({ kind: 'email', value: foldedMailbox(email) });

/**
 * Claims handles for an account. Returns those that another account owns; roll back if there are any. Needs a transaction.
 * Claims in one order, so concurrent calls wait for each other without a deadlock, and of those that share a handle one wins.
 */
export async function claimHandles(db: Db, account: number, handles: readonly Handle[]): Promise<Handle[]> {
  const [kinds, values] = [handles.map(({ kind }) => kind), handles.map(({ value }) => value)];
  await sql`
    insert into identity_handle (kind, handle, account)
    select distinct kind, handle, ${account}::bigint
    from unnest(${kinds}::text[], ${values}::text[]) as wanted(kind, handle)
    order by kind, handle
    on conflict do nothing`.execute(db);
  const owners = await handleOwners(db, handles);
  return handles.filter((_, at) => owners[at] !== account);
}

/** The account that owns each handle, or null. */
export async function handleOwners(db: Db, handles: readonly Handle[]): Promise<(number | null)[]> {
  const [kinds, values] = [handles.map(({ kind }) => kind), handles.map(({ value }) => value)];
  const { rows } = await sql<{ account: number | null }>`
    select identity_handle.account
    from unnest(${kinds}::text[], ${values}::text[]) with ordinality as wanted(kind, handle, position)
    left join identity_handle using (kind, handle)
    order by position`.execute(db);
  return rows.map(({ account }) => account);
}

/** Lets another account claim the handle. Returns the account that owned it, or null. */
export const releaseHandle = (db: Db, { kind, value }: Handle): Promise<number | null> =>
  fieldOf<number | null>(db)`
    delete from identity_handle where kind = ${kind} and handle = ${value} returning account`;

/** Lets the next sign-in with the account's email claim it. */
export async function releaseSignIns(db: Db, account: number): Promise<void> {
  await db
    .deleteFrom('identity_handle')
    .where('account', '=', account)
    .where('kind', '=', 'provider_user')
    .execute();
}

/** Accounts with this sign-in (`provider:id`) or device. */
export async function accountsWithHandle(db: Db, text: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ account: number }>`
    select account from identity_handle
    where kind in ('provider_user', 'device') and handle = ${text} limit ${limit}`.execute(db);
  return rows.map(({ account }) => account);
}
