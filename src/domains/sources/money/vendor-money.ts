import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { rowOf, run } from '#core/database/statement.ts';
import type { SettingValues } from '#core/parts/setting.ts';
import { port } from '#core/ports.ts';
import { raiseAlert } from '#domains/audit/index.ts';

/** The limits of one lookup's costs at vendors. Costs that no credit pays for count against the day's limits. */
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

export const SpendingOf = port<SpendingOf>('spending-of');

export function openVendorMoney({ db, worker, settings }: VendorMoneyOptions): SpendingOf {
  return (of) => {
    const taken = new Map<string, number>();
    let hasAsked = false;
    return {
      hasAsked: () => hasAsked,
      took: (source, paise) => void taken.set(source, paise),
      async answered(source) {
        const paise = Math.ceil(taken.get(source) ?? 0);
        await run(db)`
          select vendor_money_answered(${of.account.id}, ${of.opKey}, ${worker}, ${source}, ${paise})`;
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

interface Reserved {
  o_outcome: 'reserved' | 'under_way' | 'limit_reached' | 'not_ours';
  /** The account whose limit is reached; 0 for all accounts together. */
  o_account: number | null;
  o_paise: number | null;
  o_is_news: boolean | null;
}

const reserveMoney = (
  db: Db,
  asked: Asker & { worker: string; source: string; paise: number; limits: Limits },
): Promise<Reserved> =>
  rowOf<Reserved>(db)`
    select * from vendor_money_reserve(${asked.account.id}, ${asked.opKey}, ${asked.worker}, ${asked.source},
      ${asked.paise}, ${asked.isSimulated}, ${asked.limits.account}, ${asked.limits.all})`;

export type Limits = SettingValues['unearned_vendor_paise_per_day'];

export const alertKind = 'unearned_vendor_money';
export const allAccounts = 'all accounts';

export async function alertOperators(
  db: Db,
  account: AccountRef,
  { o_account, o_paise, askedPaise }: Pick<Reserved, 'o_account' | 'o_paise'> & { askedPaise: number },
  limits: Limits,
): Promise<void> {
  const [subject, limit_paise] =
    o_account === 0 ? [allAccounts, limits.all] : [account.account_id, limits.account];
  await raiseAlert(db, {
    kind: alertKind,
    subject,
    details: { paise: o_paise, limit_paise, asked_paise: askedPaise },
  });
  await sql`
    update unearned_vendor_money set alerted_at = clock_timestamp()
    where day = vendor_day() and account = ${o_account}`.execute(db);
}

/** Vendors' charges for the questions of a UTC day, YYYY-MM-DD. Days without any are missing. */
export async function vendorPaiseByDay(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ date: string; paise: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, sum(paise)::float8 as paise from source_tally
    where day >= (${since}::timestamptz at time zone 'UTC')::date group by day`.execute(db);
  return new Map(rows.map(({ date, paise }) => [date, paise]));
}
