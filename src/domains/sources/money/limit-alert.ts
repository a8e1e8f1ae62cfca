import { sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import type { SettingValues } from '#core/parts/setting.ts';
import { raiseAlert } from '#domains/audit/index.ts';

export type Limits = SettingValues['unearned_vendor_paise_per_day'];

interface LimitReached {
  /** The account whose limit is reached; 0 for all accounts together. */
  o_account: number | null;
  o_paise: number | null;
  askedPaise: number;
}

export const alertKind = 'unearned_vendor_money';
export const allAccounts = 'all accounts';

export async function alertOperators(
  db: Db,
  account: AccountRef,
  { o_account, o_paise, askedPaise }: LimitReached,
  limits: Limits,
): Promise<void> {
  const [subject, limit_paise] =
    o_account === 0 ? [allAccounts, limits.all] : [account.accountId, limits.account];
  await raiseAlert(db, {
    kind: alertKind,
    subject,
    details: { paise: o_paise, limit_paise, asked_paise: askedPaise },
  });
  await sql`
    update unearned_vendor_money set alerted_at = clock_timestamp()
    where day = vendor_day() and account = ${o_account}`.execute(db);
}
