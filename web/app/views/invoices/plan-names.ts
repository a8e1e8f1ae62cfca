import type { Answer } from '#client';

type PriceList = Answer<'GET /api/pricing'>;

/** Gives the name of a plan or a pack by its id; the id itself until the price list is there. */
export function planNames(list: PriceList | undefined): (id: string) => string {
  const entries = list ? [...list.all_monthly_plans, ...list.topup_packs] : [];
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
