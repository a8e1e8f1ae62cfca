import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '#platform/database/rows.generated.ts';
import type { Spend, SpendOutcome } from './statements.ts';

export interface StressOptions {
  target: pg.ClientConfig | string;
  operations: number;
  writers: number;
  accounts: number;
  seed: number;
  /** Breaks the server's connections. Called after every 50 operations. */
  disturb?: (pool: pg.Pool) => Promise<void>;
  /** Called with spends that other processes should repeat. */
  tell?: (item: Spend) => void;
}

/** The parts of one simulated service process. */
export interface Node {
  pool: pg.Pool;
  db: Kysely<Database>;
  /** Shares its statement with concurrent spends. */
  spend(item: Spend): Promise<SpendOutcome>;
}
