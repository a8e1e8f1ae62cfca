import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, run } from '#core/database/statement.ts';
import { addDeliveries } from './deliveries/deliveries.ts';
import type { Changed } from './sales/acts.ts';
import type { Sale } from './sales/sale.ts';

/** Stores a new sale, or gives the one that the purchase already has. */
export async function ensureSale(db: Db, sale: Sale, at: Date): Promise<Sale> {
  await sql`
    insert into sandbox_sale (id, purchase, state, created_at)
    values (${sale.id}, ${sale.purchase}, ${JSON.stringify(sale)}::jsonb, ${at})
    on conflict (purchase) do nothing`.execute(db);
  return fieldOf<Sale>(db)`
    select state from sandbox_sale where purchase = ${sale.purchase}`;
}

export const readSale = (db: Db, id: string): Promise<Sale | null> =>
  fieldOf<Sale | null>(db)`select state from sandbox_sale where id = ${id}`;

/** Keeps others from changing the sale until the transaction ends. */
export const lockSale = (db: Db, id: string): Promise<Sale | null> =>
  fieldOf<Sale | null>(db)`
    select state from sandbox_sale where id = ${id} for update`;

/** The id of the sale that a payment belongs to. */
export async function saleOfPayment(db: Db, payment: string): Promise<string | null> {
  const wanted = JSON.stringify({ payments: [{ id: payment }] });
  const { rows } = await sql<{ id: string }>`
    select id from sandbox_sale where state @> ${wanted}::jsonb`.execute(db);
  return rows[0]?.id ?? null;
}

export const storeSale = (db: Db, sale: Sale): Promise<void> =>
  run(db)`
    update sandbox_sale set state = ${JSON.stringify(sale)}::jsonb where id = ${sale.id}`;

/** Changes a sale and stores the facts for the webhook, in one transaction. Undefined if there is no such sale. */
export const changeSale = <Result>(
  db: Db,
  reference: string,
  now: Date,
  work: (sale: Sale) => { changed: Changed | null; result: Result },
): Promise<Result | undefined> =>
  db.transaction().execute(async (transaction) => {
    const sale = await lockSale(transaction, reference);
    if (!sale) return undefined;
    const { changed, result } = work(sale);
    if (changed) {
      await storeSale(transaction, changed.sale);
      await addDeliveries(transaction, reference, changed.events, now);
    }
    return result;
  });
