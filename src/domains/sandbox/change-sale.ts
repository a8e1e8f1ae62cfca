import type { Db } from '#core/context.ts';
import { addDeliveries } from './deliveries/deliveries.ts';
import type { Changed } from './sales/act.ts';
import type { Sale } from './sales/sale.ts';
import { lockSale, storeSale } from './sql.ts';

/** Changes a sale and stores what the webhook is to be told, in one transaction. Undefined if there is no such sale. */
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
