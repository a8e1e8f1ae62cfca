import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';

/** How many of these profiles the account paid for in the last days, so that a repeat is free. */
export const paidAmong = (
  db: Db,
  account: number,
  profiles: readonly string[],
  repeatDays: number,
): Promise<number> =>
  fieldOf<number>(db)`
    select count(*)::integer from lookup_repeat
    where account = ${account} and profile_hash = any (${profiles}::uuid[])
      and paid_at > ledger_now() - make_interval(days => ${repeatDays})`;
