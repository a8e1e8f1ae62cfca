import { createHmac } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Ports } from '#core/context.ts';
import { uuidOf } from '#core/ids.ts';
import type { MailStopTable } from '#platform/database/rows.generated.ts';
import { maskedEmail } from '#values/masked.ts';

export type Stop = Selectable<MailStopTable>;

export const stopCauses = ['refused', 'bounced', 'operator'] as const;
type StopCause = (typeof stopCauses)[number];

/** Stands for the address, which may belong to no customer. */
export const stopKey = ({ suppressionPepper }: Pick<Ports, 'suppressionPepper'>, address: string): string =>
  uuidOf(createHmac('sha256', suppressionPepper).update(`mail stop:${address.toLowerCase()}`).digest('hex'));

/** Null if the address gets mails. */
export const stopOf = async (db: Db, key: string): Promise<Stop | null> =>
  (await db.selectFrom('mail_stop').selectAll().where('key', '=', key).executeTakeFirst()) ?? null;

/** No mail goes to the address from now on. An earlier stop stays as it is. */
export async function insertStop(
  db: Db,
  {
    key,
    address,
    ...why
  }: { key: string; address: string; cause: StopCause; reason: string; stopped_at: Date },
): Promise<void> {
  await db
    .insertInto('mail_stop')
    .values({ key, shown: maskedEmail(address), ...why })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the stop that it lifted, or null. */
export const deleteStop = async (db: Db, key: string): Promise<Stop | null> =>
  (await db.deleteFrom('mail_stop').where('key', '=', key).returningAll().executeTakeFirst()) ?? null;

/** Newest first. `after`: the last one of the page before. `key`: only that of one address. */
export async function latestStops(
  db: Db,
  { key, after, limit }: { key: string | null; after: string | null; limit: number },
): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    select * from mail_stop
    where (${key}::uuid is null or key = ${key})
      and (${after}::uuid is null
        or (stopped_at, key) < (select last.stopped_at, last.key from mail_stop last where last.key = ${after}))
    order by stopped_at desc, key desc limit ${limit}`.execute(db);
  return rows;
}
