import { randomUUID } from 'node:crypto';
import { type HeavyWork, heavyConnections, openHeavyWork } from '#core/concurrency/heavy-work.ts';
import type { Db, Log } from '#core/context.ts';
import type { ChangeFeed, Domain, Manifest, Platform } from '#core/domain.ts';
import { type OpenPorts, openPorts } from '#core/ports.ts';
import { countOpenAlerts } from '#domains/audit/index.ts';
import { IsOutgoingHeld, SettingsInForce } from '#domains/settings/index.ts';
import { openPipeline, type Pipeline } from '#platform/database/pipeline.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { openMetrics } from '#platform/metrics/open-metrics.ts';
import { openOutgoing } from '#platform/outgoing/index.ts';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import type {} from '#platform/supplied.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { AppOptions } from '../app-options.ts';
import { type EventLoopWatch, openEventLoopWatch } from './event-loop-watch.ts';

/** Opens the shared parts that every domain gets. Disposing of `stack` closes them. */
export function openPlatform(
  { config, secrets, database, log, outgoingInTests }: AppOptions,
  { clock, manifest, publicUrl, agentNotes, leaving, stopping }: PlatformParts,
  stack: AsyncDisposableStack,
): OpenPlatform {
  const { pool, db } = database;
  const isHeld = () => !ports.isOpen(IsOutgoingHeld) || ports.use(IsOutgoingHeld)(); // until the settings are read
  const { pipeline, heavyWork, sessionDb } = openConnections(database, log, stack);
  const eventLoop = openEventLoopDelay(clock);
  const metrics = openMetrics(eventLoop, () => countOpenAlerts(db), { db, isHeld });
  let rateLimitsShared = true;
  const rateLimiter = openRateLimiter({
    redisUrl: config.REDIS_URL,
    clock,
    log,
    onShared(shared) {
      rateLimitsShared = shared;
      metrics.rateLimitShared(shared);
    },
  });
  stack.defer(() => rateLimiter.close());
  const outgoing = openOutgoing({
    crawler: crawlerOf(config),
    allowedOrigins: [...config.SITE_STAND_INS.values()],
    isHeld,
    ...outgoingInTests,
  });
  stack.defer(() => outgoing.close());
  const eventLoopWatch = openEventLoopWatch({ delay: eventLoop, db, clock, log, role: config.ROLE });
  stack.defer(() => eventLoopWatch.stop());
  const ports = openPorts({
    db,
    sessionDb,
    heavyWork,
    rateLimiter,
    suppressionPepper: secrets.suppression_pepper,
    personalData: manifest.personalData,
    journey: manifest.journey,
    publicUrl,
    rateLimitsAsConfigured: () => rateLimitsShared,
    agentNotes,
    leaving,
    stopping,
    settings: { current: () => ports.use(SettingsInForce).current() },
  });
  return {
    ports,
    eventLoopWatch,
    config,
    clock,
    log,
    pool,
    pipeline,
    metrics,
    outgoing,
    manifest,
    processId: randomUUID(),
  };
}

/** How requests to the open web name the service. */
const crawlerOf = ({ CONTACT_URL, PUBLIC_URL }: AppOptions['config']) => ({
  product: 'Contactry',
  version: packageJson.version,
  contactUrl: CONTACT_URL || PUBLIC_URL || 'http://localhost/',
});

interface OpenPlatform extends Platform {
  ports: OpenPorts;
  eventLoopWatch: EventLoopWatch;
}

type PlatformParts = Pick<Platform, 'clock'> & {
  manifest: Manifest;
  publicUrl: () => string;
  agentNotes: () => string;
  leaving: AbortSignal;
  stopping: AbortSignal;
};

/** Connections other than the pool: one for lookups, a few for reports and downloads, and sessions past a pooler. */
function openConnections(
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

/** Opens the domains in order. Disposing of `stack` closes them in reverse order. */
export async function openDomains(
  domains: readonly Domain[],
  platform: Platform & { ports: OpenPorts },
  stack: AsyncDisposableStack,
): Promise<ChangeFeed[]> {
  const feeds: ChangeFeed[] = [];
  for (const { open } of domains) {
    if (!open) continue;
    const { ports, feed, close } = await open(platform);
    stack.defer(async () => void (await close?.()));
    if (feed) feeds.push(feed);
    for (const opened of ports ?? []) platform.ports.open(opened);
  }
  return feeds;
}
