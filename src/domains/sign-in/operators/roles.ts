import { sql } from 'kysely';
import type { OperatorRole } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { Operator } from '../shapes.ts';

/** The role of an operator whom no one gave another. */
export const roleDefault: OperatorRole = 'owner';

/** The role of a call to an admin door, by the session of the console that the pages' server reports. */
export type OperatorRoles = (sessionHash: string | undefined) => Promise<OperatorRole>;

const hashForm = /^[0-9a-f]{64}$/;

/** A call without a session has the admin secret alone: an owner. A session that has just ended may only look. */
export const openOperatorRoles =
  (db: Db, now: () => Date): OperatorRoles =>
  async (hash) => {
    if (hash === undefined) return 'owner';
    if (!hashForm.test(hash)) return 'reader';
    const { rows } = await sql<{ role: OperatorRole }>`
      select coalesce(role.role, ${roleDefault}) as role
      from operator_session as session left join operator_role as role using (email)
      where session.hash = ${Buffer.from(hash, 'hex')} and session.expires_at > ${now()}`.execute(db);
    return rows[0]?.role ?? 'reader';
  };

export async function roleOf(db: Db, email: string): Promise<OperatorRole> {
  const row = await db
    .selectFrom('operator_role')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirst();
  return (row?.role as OperatorRole | undefined) ?? roleDefault;
}

/** Everyone who is listed, has a role or is signed in, by address. */
export const operatorsKnown = (db: Db, listed: readonly string[], now: Date): Promise<Operator[]> =>
  rowsOf<Operator>(db)`
    with known as (
      select unnest(${[...listed]}::text[]) as email union select email from operator_role
      union select email from operator_session where expires_at > ${now}
    )
    select known.email, coalesce(role.role, ${roleDefault}) as role, known.email = any(${[...listed]}::text[]) as is_listed,
      coalesce(session.sessions, 0)::integer as sessions, session.last_signed_in_at, role.changed_at, role.actor as changed_by
    from known
    left join operator_role as role on role.email = known.email
    left join lateral (
      select count(*) filter (where expires_at > ${now}) as sessions, max(created_at) as last_signed_in_at
      from operator_session where operator_session.email = known.email
    ) as session on true
    order by known.email limit 1000`;

/** Until the transaction ends, no other one changes a role. */
export const lockRoles = (db: Db) => sql`lock table operator_role in exclusive mode`.execute(db);

export async function saveRole(
  db: Db,
  row: { email: string; role: OperatorRole; changed_at: Date; actor: string },
): Promise<void> {
  await db
    .insertInto('operator_role')
    .values(row)
    .onConflict((emails) => emails.column('email').doUpdateSet(row))
    .execute();
}
