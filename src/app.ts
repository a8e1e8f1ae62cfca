import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { type Clock, systemClock } from '#core/clock.ts';
import type { Db, Log, Ports } from '#core/context.ts';
import type { Kernel } from '#core/run-operation.ts';
import { auditTrail } from '#domains/audit/index.ts';
import { peopleDirectory } from '#domains/directory/index.ts';
import { lockChannel, openLocks } from '#domains/identity/index.ts';
import { keyChannels, openKeyGate, openKeyring } from '#domains/keys/index.ts';
import { givenAnswers, openFinder } from '#domains/lookup/index.ts';
import { openSettings, type SettingsInForce, settingsChannel } from '#domains/settings/index.ts';
import { keptSourceAnswers, openAsk, openSearch, openValidators } from '#domains/sources/index.ts';
import { allDescriptions, openSources } from '#platform/contact-sources/all-sources.ts';
import { extraHostsOf } from '#platform/contact-sources/configuration.ts';
import { type SourceValues, sourcesConfiguration } from '#platform/contact-sources/environment.ts';
import { openProfileProof } from '#platform/contact-sources/profile-proof.ts';
import { listen } from '#platform/database/listen.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openAnswerStore } from '#platform/idempotency/answer-store.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';
import { openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { openMetrics } from '#platform/metrics/open-metrics.ts';
import { type OutgoingOptions, openOutgoing } from '#platform/outgoing/index.ts';
import { openQueue } from '#platform/queue/open-queue.ts';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import { agentNotes } from '#surfaces/http/agent-notes.ts';
import { openServer } from '#surfaces/http/open-server.ts';
import { catalogue } from './catalog.ts';
import type { Config } from './config.ts';
import { openEventLoopWatch } from './event-loop-watch.ts';
import { openGate, secretFits } from './gate.ts';
import type { Secrets } from './secrets.ts';

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  database: Pick<OpenDatabase, 'pool' | 'db' | 'target'>;
  log: Log;
  clock?: Clock;
  /** Tests only: name servers and limits in place of the real ones. */
  outgoingInTests?: Pick<OutgoingOptions, 'resolver' | 'limits'>;
  /** Tests only: how often the connection for announcements is asked for a sign of life. */
  checkEveryMs?: number;
}

export interface App extends AsyncDisposable {
  server: FastifyInstance;
  kernel: Kernel;
  /** Starts taking background jobs. */
  work(): Promise<void>;
  /** Answers what is under way, then lets go of everything but the database, which the caller opened. */
  close(): Promise<void>;
}

/** Puts the parts together: the only place that knows all of them. */
export async function openApp({
  config,
  secrets,
  database,
  log,
  clock = systemClock,
  outgoingInTests,
  checkEveryMs,
}: AppOptions): Promise<App> {
  const { pool, db } = database;
  await migrate(pool);

  const eventLoop = openEventLoopDelay(clock);
  const metrics = openMetrics(eventLoop);
  const eventLoopWatch = openEventLoopWatch({ delay: eventLoop, db, clock, log, role: config.ROLE });
  eventLoopWatch.start();
  const settings = await openSettings({ db, log });
  let rateLimitsShared = true;
  const onShared = (shared: boolean) => {
    rateLimitsShared = shared;
    metrics.rateLimitShared(shared);
  };
  const rateLimiter = openRateLimiter({ redisUrl: config.REDIS_URL, clock, log, onShared });
  const locks = openLocks({ db, clock });
  const keyring = openKeyring({ pool, clock, locks });
  const listener = await listenForChanges(database.target, { keyring, locks, settings, log, checkEveryMs });
  // A change between the first reading and the listening would go unheard.
  await settings.reload();
  const people = { directory: peopleDirectory, answers: givenAnswers, sources: keptSourceAnswers };
  const { outgoing, sources, onByConfiguration, stopAsking, search } = openFurtherSources({
    config,
    db,
    ports: { people, suppressionPepper: secrets.suppression_pepper },
    settings,
    clock,
    log,
    outgoingInTests,
  });
  const publicUrl = () => config.PUBLIC_URL || listeningUrl(server);
  const ports: Ports = {
    db,
    settings,
    rateLimiter,
    suppressionPepper: secrets.suppression_pepper,
    people,
    profileProof: openProfileProof({ sources: sources.list, clock, log }),
    mailer: config.MAIL_WEBHOOK_URL
      ? openWebhookMailer({
          url: config.MAIL_WEBHOOK_URL,
          secret: config.MAIL_WEBHOOK_SECRET,
          openClient: outgoing.vendorClient,
          clock,
        })
      : null,
    publicUrl,
    rateLimitsAsConfigured: () => rateLimitsShared,
    keyring,
    locks,
    codeHosts: extraHostsOf(sourcesConfiguration(config as SourceValues)),
    sources: {
      descriptions: allDescriptions,
      leftOut: sources.leftOut,
      onByConfiguration,
      vendorStates: () => outgoing.vendorStates(),
    },
    finder: openFinder({
      pool,
      db,
      clock,
      log,
      settings,
      pepper: secrets.suppression_pepper,
      people,
      isBillable: ({ kind, source }) =>
        kind === 'operator_directory' ||
        (settings.current().source_terms[source]?.billable ?? !unbillable.has(source)),
      search,
      onBatch: metrics.batched,
    }),
    agentNotes: () => agentNotes(catalogue, publicUrl()),
  };
  const queue = await openQueue({ pool, jobs: catalogue.jobs, ports, clock, log });
  const kernel: Kernel = {
    ports,
    clock,
    log,
    transaction: (work) => db.transaction().execute(work),
    gate: openGate(db, secrets, openKeyGate({ db, keyring, locks, rateLimiter, settings, clock, log })),
    trail: auditTrail,
    answers: openAnswerStore(secrets.admin_secret),
    queue,
  };
  const server: FastifyInstance = await openServer({
    catalogue,
    kernel,
    log,
    publicUrl,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics: metrics.registry,
    isOperator: (secret) => secretFits(secret, secrets.admin_secret),
    onAnswer: metrics.answered,
  });
  const close = async () => {
    await server.close();
    await ports.finder.close(10_000);
    await stopAsking(10_000);
    await queue.close(10_000);
    await eventLoopWatch.stop();
    await outgoing.close();
    await listener.close();
    await settings.close();
    await rateLimiter.close();
  };
  return { server, kernel, work: () => queue.work(), close, [Symbol.asyncDispose]: close };
}

const unbillable = new Set<string>(
  allDescriptions.filter(({ terms }) => !terms.billable).map(({ id }) => id),
);

interface FurtherSourcesOptions extends Pick<AppOptions, 'outgoingInTests'> {
  config: Config;
  db: Db;
  ports: Pick<Ports, 'people' | 'suppressionPepper'>;
  settings: SettingsInForce;
  clock: Clock;
  log: Log;
}

/** The one way out, the sources behind it, and the search that asks them. */
function openFurtherSources({
  config,
  db,
  ports,
  settings,
  clock,
  log,
  outgoingInTests,
}: FurtherSourcesOptions) {
  const configuration = sourcesConfiguration(config as SourceValues);
  const outgoing = openOutgoing({
    crawler: {
      product: 'Contactry',
      version: '2.0',
      contactUrl: config.CONTACT_URL || config.PUBLIC_URL || 'http://localhost/',
    },
    allowedOrigins: [...configuration.siteStandIns.values()],
    ...outgoingInTests,
  });
  const sources = openSources({ outgoing, configuration });
  const stop = new AbortController();
  const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => {});
  const asking = openAsk({
    db,
    ports,
    clock,
    log,
    validatorsFor: (profileHash) => openValidators(db, profileHash),
    pause,
    stopped: stop.signal,
    // The people of stand-ins live at reserved names, which no name server knows.
    checkMailDomain: configuration.siteStandIns.size > 0 ? async () => 'unknown' : outgoing.checkMailDomain,
    agreed: (id) => settings.current().source_terms[id],
  });
  const onByConfiguration = config.SOURCES.includes('all')
    ? allDescriptions.map(({ id }) => id)
    : config.SOURCES;
  const isOn = (id: string) => (settings.current().sources_on ?? onByConfiguration).includes(id);
  const search = openSearch({ db, sources: sources.list, ask: asking.ask, isOn });
  const stopAsking = async (timeoutMs: number) => {
    stop.abort();
    await Promise.race([asking.settled(), setTimeout(timeoutMs, undefined, { ref: false })]);
  };
  return { outgoing, sources, onByConfiguration, search, stopAsking };
}

interface ChangeReaders {
  keyring: { forget(channel: string, payload: string): void; goBlind(): void; seeAgain(): void };
  locks: { forget(): void; goBlind(): void; seeAgain(): void };
  settings: { reload(): Promise<void> };
  log: Log;
  checkEveryMs: number | undefined;
}

/** Other processes' changes reach this one's copies within a second; while it can't hear, it keeps no copies. */
function listenForChanges(target: pg.ClientConfig | string, readers: ChangeReaders) {
  const { keyring, locks, settings, log, checkEveryMs } = readers;
  const reload = () =>
    settings.reload().catch((error) => log.error({ error }, 'the settings could not be read'));
  return listen(target, [...keyChannels, lockChannel, settingsChannel], {
    log,
    checkEveryMs,
    onMessage: (channel, payload) => {
      if (channel === settingsChannel) void reload();
      else if (channel === lockChannel) locks.forget();
      else keyring.forget(channel, payload);
    },
    onLost: () => {
      keyring.goBlind();
      locks.goBlind();
    },
    onRestored: () => {
      keyring.seeAgain();
      locks.seeAgain();
      void reload();
    },
  });
}

function listeningUrl(server: FastifyInstance): string {
  const [first] = server.addresses();
  if (!first || typeof first === 'string') return 'http://127.0.0.1';
  const host = first.family === 'IPv6' ? `[${first.address}]` : first.address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')}:${first.port}`;
}
