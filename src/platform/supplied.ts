import type { Kysely } from 'kysely';
import type { HotPool } from '#core/database/parameters.ts';
import type { Pipeline } from './database/pipeline.ts';
import type { Database } from './database/rows.generated.ts';
import type { Metrics } from './metrics/open-metrics.ts';
import type { Outgoing } from './outgoing/index.ts';

declare module '#core/db.ts' {
  interface Handle {
    db: Kysely<Database>;
  }
}

declare module '#core/domain.ts' {
  interface Platform {
    /** For statements written as text, such as those of batches. */
    pool: HotPool;
    /** Opens a connection like those of the pool, and closes it. */
    tryLogin(): Promise<void>;
    /** For lookups. */
    pipeline: Pipeline;
    metrics: Metrics;
    outgoing: Outgoing;
  }
}
