import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Spend, SpendOutcome } from '#domains/credits/index.ts';
import type { Database } from '#platform/database/rows.generated.ts';

export interface StressOptions {
  target: pg.ClientConfig | string;
  operations: number;
  writers: number;
  accounts: number;
  seed: number;
  /** What breaks the server's connections, called after every 50 operations. */
  disturb?: (pool: pg.Pool) => Promise<void>;
  /** Told of spends that other processes are to repeat. */
  tell?: (item: Spend) => void;
}

/** What a process of the service has. */
export interface Node {
  pool: pg.Pool;
  db: Kysely<Database>;
  /** Shares its statement with the spends that are asked for at the same time. */
  spend(item: Spend): Promise<SpendOutcome>;
}
