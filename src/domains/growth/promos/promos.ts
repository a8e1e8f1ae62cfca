import type { Selectable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PromoTable } from '#platform/database/rows.generated.ts';
import type { PromoTerms } from './rules.ts';

export interface Promo extends PromoTerms {
  id: number;
  code: string;
  uses: number;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string;
}

const promoOf = (row: Selectable<PromoTable>): Promo => ({
  id: row.id,
  code: row.code,
  credits: row.credits,
  validDays: row.valid_days,
  maxUses: row.max_uses,
  uses: row.uses,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  perAccountOnce: row.per_account_once,
  isActive: row.is_active,
  message: row.message,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

const rowOf = ({ startsAt, endsAt, ...terms }: PromoTerms) => ({
  credits: terms.credits,
  valid_days: terms.validDays,
  max_uses: terms.maxUses,
  starts_at: startsAt,
  ends_at: endsAt,
  per_account_once: terms.perAccountOnce,
  is_active: terms.isActive,
  message: terms.message,
});

/** Expects a code in its stored form. */
export async function promoByCode(db: Db, code: string): Promise<Promo | null> {
  const row = await db.selectFrom('promo').selectAll().where('code', '=', code).executeTakeFirst();
  return row ? promoOf(row) : null;
}

/** Serialises redemptions of the promo and changes of it. */
export async function lockPromo(db: Db, code: string): Promise<Promo | null> {
  const found = db.selectFrom('promo').selectAll().where('code', '=', code);
  const row = await found.forNoKeyUpdate().executeTakeFirst();
  return row ? promoOf(row) : null;
}

interface Change {
  by: string;
  now: Date;
}

/** Creates the promo or replaces its terms. */
export async function putPromo(db: Db, code: string, terms: PromoTerms, { by, now }: Change): Promise<Promo> {
  const values = { ...rowOf(terms), updated_at: now, updated_by: by };
  const row = await db
    .insertInto('promo')
    .values({ ...values, code, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return promoOf(row);
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
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(promoOf);
}
