import { randomUUID } from 'node:crypto';
import type { Manifest, Platform } from '#core/domain.ts';
import { type OpenPorts, openPorts } from '#core/ports.ts';
import { countOpenAlerts } from '#domains/audit/index.ts';
import { IsOutgoingHeld, SettingsInForce } from '#domains/settings/index.ts';
import { openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { openMetrics } from '#platform/metrics/open-metrics.ts';
import { openOutgoing } from '#platform/outgoing/index.ts';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { AppOptions } from '../app-options.ts';
import { type EventLoopWatch, openEventLoopWatch } from './event-loop-watch.ts';
import { openConnections } from './open-connections.ts';

/** Opens the shared parts that every domain gets. Disposing of `stack` closes them. */
export async function openPlatform(
  options: AppOptions,
  { clock, manifest, publicUrl, agentNotes, leaving, stopping }: PlatformParts,
  stack: AsyncDisposableStack,
): Promise<OpenPlatform> {
  const { config, secrets, log, outgoingInTests } = options;
  const { db } = options.database;
  const { personalData, accountData, journey, health } = manifest;
  const isHeld = () => !ports.isOpen(IsOutgoingHeld) || ports.use(IsOutgoingHeld)(); // until the settings are read
  const { ofDomains, replica, supplied } = openConnections(options, () => lagSecondsMax(ports), stack);
  const eventLoop = openEventLoopDelay(clock);
  const metrics = openMetrics(eventLoop, () => countOpenAlerts(db), { db, isHeld, replica });
  const named = { processId: randomUUID(), version: packageJson.version };
  const tracer = await openTracing({ config, metrics, log, ...named }, stack);
  let rateLimitsShared = true;
  const rateLimiter = await openRateLimiter({
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
    nameServers: config.DNS_SERVERS,
    mailStandIns: config.MAIL_STAND_INS,
    isHeld,
    ...outgoingInTests,
  });
  stack.defer(() => outgoing.close());
  const eventLoopWatch = openEventLoopWatch({ delay: eventLoop, db, clock, log, role: config.ROLE });
  stack.defer(() => eventLoopWatch.stop());
  const ports = openPorts({
    db,
    ...supplied,
    rateLimiter,
    tracer,
    suppressionPepper: secrets.suppression_pepper,
    isCell: config.DIRECTORY_URL !== '',
    ...{ personalData, accountData, journey, health },
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
    ...{ config, clock, log, manifest },
    ...ofDomains,
    metrics,
    outgoing,
    ...named,
  };
}

/** Before the settings are read, nothing is read from the replica. */
const lagSecondsMax = (ports: OpenPorts): number | null =>
  ports.isOpen(SettingsInForce) ? ports.settings.current().replica_lag_seconds_max : null;

/** How requests to the open web name the service. */
const crawlerOf = ({ CONTACT_URL, PUBLIC_URL }: AppOptions['config']) => ({
  product: 'Contactry',
  version: packageJson.version,
  contactUrl: CONTACT_URL || PUBLIC_URL || 'http://localhost/',
});

export interface OpenPlatform extends Platform {
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
