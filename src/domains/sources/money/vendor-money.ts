import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/in-batches.ts';
import type { SettingValues } from '#core/setting.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';

/** What one lookup may cost at vendors. Costs that no credit pays for count against the day's limits. */
export interface Spending {
  /**
   * Reserves what a question may cost. `limit_reached`: the day's limits leave no room. `not_ours`: another process has taken
   * over the lookup.
   */
  reserve(source: string, paise: number): Promise<'reserved' | 'limit_reached' | 'not_ours'>;
  /** Records what the vendor charged for a question of this lookup. */
  took(source: string, paise: number): void;
  /** Releases what a question did not cost, which is everything when someone else's identical question was answered. */
  answered(source: string): Promise<void>;
  /** Whether anything was reserved. */
  hasAsked(): boolean;
}

export interface Asker {
  account: AccountRef;
  opKey: string;
  /** The person is suppressed: no source is asked, but the account is charged as for anyone else. */
  isSimulated: boolean;
}

export interface VendorMoneyOptions {
  db: Db;
  worker: string;
  settings: { current(): Pick<SettingValues, 'unearned_vendor_paise_per_day'> };
}

const retryMs = 100;
/** How long to wait for other lookups' reservations; about as long as one question may take. */
const patienceMs = 60_000;

export type SpendingOf = (of: Asker) => Spending;

export function openVendorMoney({ db, worker, settings }: VendorMoneyOptions): SpendingOf {
  return (of) => {
    const taken = new Map<string, number>();
    let hasAsked = false;
    return {
      hasAsked: () => hasAsked,
      took: (source, paise) => void taken.set(source, paise),
      async answered(source) {
        const paise = Math.ceil(taken.get(source) ?? 0);
        await sql`
          select vendor_money_answered(${of.account.id}, ${of.opKey}, ${worker}, ${source}, ${paise})`.execute(
          db,
        );
      },
      async reserve(source, paise) {
        const startedMs = performance.now();
        for (;;) {
          const limits = settings.current().unearned_vendor_paise_per_day;
          const reserved = await reserveMoney(db, { ...of, worker, source, paise, limits });
          if (reserved.o_is_news)
            await alertOperators(db, of.account, { ...reserved, askedPaise: paise }, limits);
          hasAsked ||= reserved.o_outcome === 'reserved';
          if (reserved.o_outcome !== 'under_way') return reserved.o_outcome;
          // Lookups that hold reservations never wait for each other.
          if (hasAsked || performance.now() - startedMs > patienceMs) return 'limit_reached';
          await pause(retryMs);
        }
      },
    };
  };
}

type Limits = SettingValues['unearned_vendor_paise_per_day'];

interface Reserved {
  o_outcome: 'reserved' | 'under_way' | 'limit_reached' | 'not_ours';
  /** The account whose limit is reached; 0 for all accounts together. */
  o_account: number | null;
  o_paise: number | null;
  o_is_news: boolean | null;
}

async function reserveMoney(
  db: Db,
  {
    account,
    opKey,
    worker,
    source,
    paise,
    isSimulated,
    limits,
  }: Asker & { worker: string; source: string; paise: number; limits: Limits },
): Promise<Reserved> {
  const { rows } = await sql<Reserved>`
    select * from vendor_money_reserve(${account.id}, ${opKey}, ${worker}, ${source}, ${paise}, ${isSimulated},
      ${limits.account}, ${limits.all})`.execute(db);
  return rows[0]!;
}

const alertKind = 'unearned_vendor_money';
const allAccounts = 'all accounts';

async function alertOperators(
  db: Db,
  account: AccountRef,
  { o_account, o_paise, askedPaise }: Reserved & { askedPaise: number },
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

/** Closes alerts of past days, unless the limit is reached again today, and deletes days older than 30. */
export async function closeVendorDays(db: Db): Promise<void> {
  const { rows } = await sql<{ subject: string; is_again: boolean }>`
    update unearned_vendor_money money set alerted_at = null
    from (
      select day, account from unearned_vendor_money
      where day < vendor_day() and alerted_at is not null
      order by day, account for update
    ) ended
    where money.day = ended.day and money.account = ended.account
    returning coalesce((select account_id from account where id = money.account), ${allAccounts}) as subject,
      exists (
        select from unearned_vendor_money today
        where today.day = vendor_day() and today.account = money.account and today.alerted_at is not null
      ) as is_again`.execute(db);
  for (const { subject } of rows.filter(({ is_again }) => !is_again)) {
    await resolveAlert(db, { kind: alertKind, subject });
  }
  await forgetOldDays(db);
}

const rowsPerBatch = 2_000;

async function forgetOldDays(db: Db): Promise<void> {
  const rounds = [
    (limit: number) => sql`
      delete from vendor_question where ctid = any (array(
        select ctid from vendor_question where day < (select vendor_day()) - 30
        order by day limit ${limit} for update skip locked
      ))`,
    (limit: number) => sql`
      delete from unearned_vendor_money where ctid = any (array(
        select ctid from unearned_vendor_money where day < (select vendor_day()) - 30
        order by day, account limit ${limit} for update skip locked
      ))`,
  ];
  for (const round of rounds) await rowsInBatches(db, rowsPerBatch, round);
}

export interface UnearnedToday {
  day: string;
  /** For all accounts together. */
  paise: number;
  underWayPaise: number;
  /** The accounts with the most, at most 20. */
  accounts: { accountId: string; paise: number; underWayPaise: number }[];
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
      accountId: account_id!,
      paise: paise!,
      underWayPaise: reserved!,
    })),
  };
}
