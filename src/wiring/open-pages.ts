import type { FastifyInstance } from 'fastify';
import { systemClock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { type Config, currentSecret } from '#core/environment.ts';
import { Failure } from '#core/failure.ts';
import { isUnderTest } from '#core/machine/development.ts';
import { noTracer } from '#core/tracing/span.ts';
import { openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { type Metrics, openMetrics } from '#platform/metrics/open-metrics.ts';
import { openBareServer } from '#surfaces/http/bare-server.ts';
import { addErrorTexts, addReference } from '#surfaces/http/pages.ts';
import { liftDeadline } from '#surfaces/http/request/body-deadline.ts';
import { callerAddress } from '#surfaces/http/request/caller-address.ts';
import { addAssets, addLicences } from '#surfaces/web/add-documents.ts';
import { addWeb } from '#surfaces/web/add-web.ts';
import { currentBundle } from '#surfaces/web/bundle/current-bundle.ts';
import { manifest } from '../manifest.ts';
import { openLook } from './page-look.ts';
import { listeningUrl } from './public-url.ts';

/** The pages alone (`ROLE=web`): a client of an API elsewhere, without a database. */
export interface Pages extends AsyncDisposable {
  server: FastifyInstance;
  publicUrl(): string;
  metrics: Metrics['registry'];
  /** `GET /ready` is 503 from now on. */
  leave(): void;
}

export async function openPages(config: Config, log: Log): Promise<Pages> {
  const stopping = new AbortController();
  const leaving = new AbortController();
  const publicUrl = () => config.PUBLIC_URL || listeningUrl(server);
  const look = openLook(config, publicUrl);
  const metrics = openMetrics(openEventLoopDelay(systemClock), async () => []);
  const server: FastifyInstance = openBareServer({
    manifest: { ...manifest, operations: [] },
    publicUrl,
    look,
    log,
    clock: systemClock,
    tracer: noTracer,
    stopping: stopping.signal,
    trustedProxies: config.TRUSTED_PROXIES,
    isPagesServer: () => false,
    connectionsMax: config.CONNECTIONS_MAX,
    declaredOnly: isUnderTest(config),
    onAnswer: metrics.answered,
  });
  // For load balancers: without the API the pages still say what is wrong.
  server.get('/api/v1/health', async () => ({ status: 'ok' }));
  server.get('/ready', async () => {
    if (leaving.signal.aborted) throw new Failure('stopping');
    return { status: 'ready' };
  });
  addReference(server);
  addErrorTexts(server, manifest);
  addAssets(server, '', currentBundle);
  addLicences(server, currentBundle);
  await addWeb(server, {
    manifest,
    config,
    secrets: { internal: currentSecret(config.INTERNAL_SECRET), admin: currentSecret(config.ADMIN_SECRET) },
    apiUrl: () => config.API_URL,
    ownUrl: () => listeningUrl(server),
    publicUrl,
    look,
    log,
    clock: systemClock,
    addressOf: callerAddress,
    liftDeadline,
    mailOutbox: null,
  });
  return {
    server,
    publicUrl,
    metrics: metrics.registry,
    leave: () => leaving.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.stopServing();
      await server.close();
    },
  };
}
