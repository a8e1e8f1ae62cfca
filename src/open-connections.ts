import type { Log } from '#core/context.ts';
import { type HeavyWork, heavyConnections, openHeavyWork } from '#core/heavy-work.ts';
import { openPipeline, type Pipeline } from '#platform/database/pipeline.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import type { AppOptions } from './app-options.ts';

/** Connections beside the pool: one for lookups, and a few for reports, downloads and uploads. */
export function openConnections(
  { pool, target }: AppOptions['database'],
  log: Log,
  stack: AsyncDisposableStack,
): { pipeline: Pipeline; heavyWork: HeavyWork } {
  const pipeline = openPipeline(pool, log);
  stack.defer(() => pipeline.end());
  const heavyPool = openPool(target, heavyConnections, log);
  stack.defer(() => heavyPool.end());
  return { pipeline, heavyWork: openHeavyWork(kyselyOn(heavyPool)) };
}
