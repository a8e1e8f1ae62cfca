import type { Selectable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PromoTable } from '#platform/database/rows.generated.ts';
import type { PromoTerms } from './rules.ts';

export type Promo = Selectable<PromoTable>;

/** Expects a code in its stored form. */
export async function promoByCode(db: Db, code: string): Promise<Promo | null> {
  const found = db.selectFrom('promo').selectAll().where('code', '=', code);
  return (await found.executeTakeFirst()) ?? null;
}

/** Serialises redemptions of the promo and changes of it. */
export async function lockPromo(db: Db, code: string): Promise<Promo | null> {
  const found = db.selectFrom('promo').selectAll().where('code', '=', code);
  return (await found.forNoKeyUpdate().executeTakeFirst()) ?? null;
}

interface Change {
  by: string;
  now: Date;
}

/** Creates the promo or replaces its terms. */
export async function putPromo(db: Db, code: string, terms: PromoTerms, { by, now }: Change): Promise<Promo> {
  const values = { ...terms, updated_at: now, updated_by: by };
  return db
    .insertInto('promo')
    .values({ ...values, code, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Expects the promo to be locked. */
export async function countUse(db: Db, promo: number): Promise<void> {
  await db
    .updateTable('promo')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', promo)
    .execute();
}

/** Newest first; `before` is the id of a promo. */
export async function promosBefore(db: Db, before: number | undefined, limit: number): Promise<Promo[]> {
  let query = db.selectFrom('promo').selectAll();
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
