import type { Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { UnearnedVendorMoney } from '../shapes.ts';

type Unearned = Static<typeof UnearnedVendorMoney>;
type Row = Pick<Unearned, 'day'> & Unearned['accounts'][number];

/** The money of all accounts together, and of the 20 accounts with the most. */
export async function unearnedToday(db: Db): Promise<Omit<Unearned, 'limit_paise' | 'account_limit_paise'>> {
  const [all, ...accounts] = await rowsOf<Row>(db)`
    select today.day::text as day, account.account_id, coalesce(money.paise, 0) as paise,
      coalesce(money.reserved, 0) as under_way_paise
    from (select vendor_day() as day) today
    left join unearned_vendor_money money on money.day = today.day
    left join account on account.id = money.account
    order by money.account = 0 desc, money.paise + money.reserved desc, money.account
    limit 21`;
  const { account_id: _, ...today } = all!;
  return { ...today, accounts: accounts.map(({ day, ...money }) => money) };
}
