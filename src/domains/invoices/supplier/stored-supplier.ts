import type { Selectable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { SupplierVersionTable } from '#platform/database/rows.generated.ts';

const columns = ['version', 'name', 'address_lines', 'gstin', 'sac', 'changed_at', 'actor'] as const;
/** The business that sells, as an operator set it. */
export type StoredSupplier = Pick<Selectable<SupplierVersionTable>, (typeof columns)[number]>;

/** The newest, or null if no operator has set one. */
export const storedSupplier = async (db: Db): Promise<StoredSupplier | null> =>
  (await db
    .selectFrom('supplier_version')
    .select(columns)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

export async function insertSupplier(
  db: Db,
  supplier: Omit<StoredSupplier, 'version'> & { reason: string },
): Promise<void> {
  await db.insertInto('supplier_version').values(supplier).execute();
}
