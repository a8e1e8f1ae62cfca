import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import type { Signup } from './read-signup.ts';

/** An operator's word holds this long. */
const admissionMs = 7 * dayMs;

type Handles = Pick<Signup, 'mailbox' | 'provider_user'>;

const handlesOf = ({ mailbox, provider_user }: Handles) =>
  Object.entries({ mailbox, provider_user }).flatMap(([kind, handle]) => (handle ? [{ kind, handle }] : []));

/** Lets the person in by their mailbox and their sign-in. Returns until when. */
export async function letIn(
  db: Db,
  person: Handles,
  { now, actor }: { now: Date; actor: string },
): Promise<Date> {
  const until = new Date(now.getTime() + admissionMs);
  for (const handle of handlesOf(person))
    await db
      .insertInto('identity_admission')
      .values({ ...handle, until, actor })
      .onConflict((handles) => handles.columns(['kind', 'handle']).doUpdateSet({ until, actor }))
      .execute();
  return until;
}

/** Whether an operator lets them in now, by one of their handles. */
export async function isLetIn(db: Db, person: Handles, now: Date): Promise<boolean> {
  const given = handlesOf(person);
  if (given.length === 0) return false;
  const row = await db
    .selectFrom('identity_admission')
    .select('until')
    .where('until', '>', now)
    .where(
      sql<SqlBool>`(kind, handle) in (${sql.join(given.map(({ kind, handle }) => sql`(${kind}::text, ${handle}::text)`))})`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** In a query of attempts: until when an operator lets the person in. Null if none does now. */
export const letInUntil = (now: Date): RawBuilder<Date | null> => sql`(
  select max(until) from identity_admission
  where until > ${now} and (kind, handle) in (('mailbox', mailbox), ('provider_user', provider_user)))`;
