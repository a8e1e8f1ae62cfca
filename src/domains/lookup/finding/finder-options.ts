import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import type { PersonalDataStore } from '#core/personal-data.ts';
import type { Search, SpendingOf } from '#domains/sources/index.ts';
import type { OnLookupEnd } from '../paying/pay.ts';
import type { IsBillable } from '../rules.ts';
import type { HotPool } from '../sql/hot-pool.ts';

export interface FinderOptions {
  pool: HotPool;
  db: Db;
  clock: Clock;
  log: Log;
  /** Identifies this process to other processes. */
  worker: string;
  pepper: string;
  personalData: readonly PersonalDataStore[];
  isBillable: IsBillable;
  settings: { current(): { free_repeat_days: number; lookup_budget_ms: number } };
  search: Search;
  spendingOf: SpendingOf;
  onBatch?: (name: string, items: number) => void;
  onEnd?: OnLookupEnd;
}
