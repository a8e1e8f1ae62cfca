import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import type { PlanTier } from '#core/parts/plan-tier.ts';
import type { Search, SpendingOf } from '#domains/sources/index.ts';
import type { Verifying } from '#domains/verification/index.ts';
import type { IsBillable } from '../rules.ts';

/** Dependencies of all parts of a lookup. */
export interface FinderOptions {
  pool: HotPool;
  /** For the statement of single lookups, which mostly has another one behind it. */
  pipeline: HotPool;
  db: Db;
  clock: Clock;
  log: Log;
  /** Identifies this process to other processes. */
  worker: string;
  pepper: string;
  personalData: readonly PersonalDataStore[];
  isBillable: IsBillable;
  settings: {
    current(): {
      free_repeat_days: number;
      lookup_budget_ms: number;
      free_answers_per_day: Record<PlanTier, number>;
    };
  };
  search: Search;
  verifier: Pick<Verifying, 'checkNow' | 'keyOf'>;
  spendingOf: SpendingOf;
  onBatch?: (name: string, items: number) => void;
  /** Called for every lookup that has its final answer. */
  onEnd?: (end: { status: string; charged: number; mode: 'live' | 'test' }) => void;
}

/** How lookups of one kind share statements, wait for credits and ask sources. */
export interface Manner {
  /** Lookups in one statement. */
  batchMax: number;
  /** How long a lookup waits for a credit that another lookup has on hold, before it is refused. */
  creditWaitMs: number;
  /** Otherwise a lookup that the directory can't answer ends as `needs_sources`. */
  asksSources: boolean;
  /** How long a caller waits for sources. Default: the setting `lookup_budget_ms`. */
  budgetMs?: number;
}

/** While the database works on one batch, another is read or answered; batches of more than 128 would save little. */
export const single: Manner = { batchMax: 128, creditWaitMs: 3_000, asksSources: true };

/** Items of jobs have statements of their own, so that a single lookup never queues behind them. */
const ofJobs = { batchMax: 256, creditWaitMs: 0 };
export const fromDirectory: Manner = { ...ofJobs, asksSources: false };
export const withSources: Manner = { ...ofJobs, asksSources: true, budgetMs: 120_000 };
