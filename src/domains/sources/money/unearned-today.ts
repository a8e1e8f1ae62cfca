import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export interface UnearnedToday {
  day: string;
  /** For all accounts together. */
  paise: number;
  underWayPaise: number;
  /** The accounts with the most, at most 20. */
  accounts: { account_id: string; paise: number; underWayPaise: number }[];
}

export async function unearnedToday(db: Db): Promise<UnearnedToday> {
  const { rows } = await sql<{
    day: string;
    account_id: string | null;
    paise: number | null;
    reserved: number | null;
  }>`
    select today.day::text as day, account.account_id, money.paise, money.reserved
    from (select vendor_day() as day) today
    left join unearned_vendor_money money on money.day = today.day
    left join account on account.id = money.account
    order by money.account = 0 desc, money.paise + money.reserved desc, money.account
    limit 21`.execute(db);
  const [all, ...accounts] = rows;
  return {
    day: all!.day,
    paise: all!.paise ?? 0,
    underWayPaise: all!.reserved ?? 0,
    accounts: accounts.map(({ account_id, paise, reserved }) => ({
      account_id: account_id!,
      paise: paise!,
      underWayPaise: reserved!,
    })),
  };
}
