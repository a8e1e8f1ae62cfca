import type { Db } from '#core/context.ts';

/** The business that sells, as an operator set it. */
export interface StoredSupplier {
  version: number;
  name: string;
  address_lines: string[];
  gstin: string;
  sac: string;
  changed_at: Date;
  actor: string;
}

/** The newest, or null if no operator has set one. */
export const storedSupplier = async (db: Db): Promise<StoredSupplier | null> =>
  (await db
    .selectFrom('supplier_version')
    .select(['version', 'name', 'address_lines', 'gstin', 'sac', 'changed_at', 'actor'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

export async function insertSupplier(
  db: Db,
  supplier: Omit<StoredSupplier, 'version'> & { reason: string },
): Promise<void> {
  await db.insertInto('supplier_version').values(supplier).execute();
}
