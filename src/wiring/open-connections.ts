import { type HeavyWork, heavyConnections, openHeavyWork } from '#core/concurrency/heavy-work.ts';
import type { Db, Log } from '#core/context.ts';
import { openPipeline, type Pipeline } from '#platform/database/pipeline.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import type { AppOptions } from '../app-options.ts';

/** Connections other than the pool: one for lookups, a few for reports and downloads, and sessions past a pooler. */
export function openConnections(
  { pool, db, sessions, target }: AppOptions['database'],
  log: Log,
  stack: AsyncDisposableStack,
): { pipeline: Pipeline; heavyWork: HeavyWork; sessionDb: Db } {
  const pipeline = openPipeline(pool, log);
  stack.defer(() => pipeline.end());
  const heavyPool = openPool(target, heavyConnections, log);
  stack.defer(() => heavyPool.end());
  return {
    pipeline,
    heavyWork: openHeavyWork(kyselyOn(heavyPool)),
    sessionDb: sessions ? kyselyOn(sessions) : db,
  };
}
