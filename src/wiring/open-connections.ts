import { heavyConnections, openHeavyWork } from '#core/concurrency/heavy-work.ts';
import type { Platform } from '#core/domain.ts';
import type { Supplied } from '#core/ports.ts';
import { openPipeline, tryLogin } from '#platform/database/pipeline.ts';
import { hotPool, kyselyOn, openPool } from '#platform/database/pools.ts';
import { type OpenReplica, openReplica } from '#platform/database/replica.ts';
import type {} from '#platform/supplied.ts';
import type { AppOptions } from '../app-options.ts';

interface Connections {
  ofDomains: Pick<Platform, 'pool' | 'tryLogin' | 'pipeline'>;
  replica: OpenReplica | null;
  supplied: Pick<Supplied, 'heavyWork' | 'sessionDb' | 'replica'>;
}

const noReplica: Supplied['replica'] = { db: () => null, hasFailed: () => false };

/** Connections other than the pool: one for lookups, a few for reports and downloads, sessions past a pooler, and the replica. */
export function openConnections(
  { config, database, log }: AppOptions,
  lagSecondsMax: () => number | null,
  stack: AsyncDisposableStack,
): Connections {
  const { pool, db, sessions, target } = database;
  const pipeline = openPipeline(pool, log);
  stack.defer(() => pipeline.end());
  const heavyPool = openPool(target, heavyConnections, log);
  stack.defer(() => heavyPool.end());
  // Positions are those of one server: not through a pooler, which may lead to another.
  const primary = sessions ?? pool;
  const url = config.DATABASE_READ_URL;
  const replica = url
    ? openReplica({ url, primary, connections: heavyConnections, lagSecondsMax, log })
    : null;
  if (replica) stack.use(replica);
  return {
    ofDomains: { pool: hotPool(pool), tryLogin: () => tryLogin(pool), pipeline },
    replica,
    supplied: {
      heavyWork: openHeavyWork(kyselyOn(heavyPool)),
      sessionDb: sessions ? kyselyOn(sessions) : db,
      replica: replica ?? noReplica,
    },
  };
}
