import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '#core/clock.ts';
import type { Log, Ports } from '#core/context.ts';
import type { Kernel } from '#core/run-operation.ts';
import { auditTrail } from '#domains/audit/index.ts';
import { peopleDirectory } from '#domains/directory/index.ts';
import { openLocks } from '#domains/identity/index.ts';
import { openKeyGate, openKeyring } from '#domains/keys/index.ts';
import { givenAnswers, openFinder } from '#domains/lookup/index.ts';
import { openSettings } from '#domains/settings/index.ts';
import { keptSourceAnswers, openVendorMoney } from '#domains/sources/index.ts';
import { pepperFits } from '#domains/suppression/index.ts';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import { extraHostsOf, type SourceValues } from '#platform/contact-sources/environment.ts';
import { openProfileProof } from '#platform/contact-sources/profile-proof.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openAnswerStore } from '#platform/idempotency/answer-store.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';
import { openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { type Metrics, openMetrics } from '#platform/metrics/open-metrics.ts';
import type { OutgoingOptions } from '#platform/outgoing/index.ts';
import { openQueue } from '#platform/queue/open-queue.ts';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import { agentNotes } from '#surfaces/http/agent-notes.ts';
import { openServer } from '#surfaces/http/open-server.ts';
import { listenForChanges } from './change-feed.ts';
import type { Config } from './config.ts';
import { openEventLoopWatch } from './event-loop-watch.ts';
import { openFurtherSources } from './further-sources.ts';
import { openGate, openSecretCheck } from './gate.ts';
import { manifest } from './manifest.ts';
import { replacePepper } from './replace-pepper.ts';
import type { Secrets } from './secrets.ts';
import { StartRefused } from './start-refused.ts';

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  database: Pick<OpenDatabase, 'pool' | 'db' | 'target'>;
  log: Log;
  clock?: Clock;
  /** The pepper of the database is lost: what was made with it is emptied, and this process's pepper is taken. */
  replacesPepper?: boolean;
  /** Tests only: name servers and limits in place of the real ones. */
  outgoingInTests?: Pick<OutgoingOptions, 'resolver' | 'limits'>;
  /** Tests only: how often the connection for announcements is asked for a sign of life. */
  checkEveryMs?: number;
}

export interface App extends AsyncDisposable {
  server: FastifyInstance;
  kernel: Kernel;
  metrics: Metrics['registry'];
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
  replacesPepper = false,
  outgoingInTests,
  checkEveryMs,
}: AppOptions): Promise<App> {
  const { pool, db } = database;
  /** This process, as the others know it. */
  const worker = randomUUID();
  await migrate(pool);
  const fits = () => pepperFits(db, secrets.suppression_pepper);
  if (replacesPepper) await replacePepper(db, fits);
  if (!(await fits())) throw new StartRefused(otherPepper);

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
    worker,
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
    codeHosts: extraHostsOf(config as SourceValues),
    sources: {
      descriptions: allDescriptions,
      leftOut: sources.leftOut,
      onByConfiguration,
      vendorStates: () => outgoing.vendorStates(),
      callPaise: (id) => {
        const source = sources.list.find((one) => one.id === id);
        return source ? source.price(source.fields).perHitPaise : null;
      },
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
      worker,
      spendingOf: openVendorMoney({ db, worker, settings }),
      onBatch: metrics.batched,
    }),
    agentNotes: () => agentNotes(manifest, publicUrl()),
  };
  const queue = await openQueue({ pool, jobs: manifest.jobs, ports, clock, log });
  const demandSecret = openSecretCheck(rateLimiter);
  const keyGate = openKeyGate({ db, keyring, locks, rateLimiter, settings, clock, log });
  const kernel: Kernel = {
    ports,
    clock,
    log,
    transaction: (work) => db.transaction().execute(work),
    gate: openGate({ db, secrets, keyGate, demandSecret }),
    trail: auditTrail,
    answers: openAnswerStore(secrets.suppression_pepper),
    queue,
  };
  const server: FastifyInstance = await openServer({
    manifest,
    kernel,
    log,
    publicUrl,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics: metrics.registry,
    admitOperator: (given, address, detail) => demandSecret(given, secrets.admin_secret, { address, detail }),
    connectionsMax: config.CONNECTIONS_MAX,
    declaredOnly: config.NODE_ENV === 'test',
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
  return {
    server,
    kernel,
    metrics: metrics.registry,
    work: () => queue.work(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const otherPepper =
  'SUPPRESSION_PEPPER is not the one that this database was set up with. With another one, people who opted out would be ' +
  'found again. Give this process the pepper of the others, or put back the secrets.json that belongs to the database; ' +
  'docs/guide/operating.md, "Secrets", says what to do when the pepper is lost.';

const unbillable = new Set<string>(
  allDescriptions.filter(({ terms }) => !terms.billable).map(({ id }) => id),
);

function listeningUrl(server: FastifyInstance): string {
  const [first] = server.addresses();
  if (!first || typeof first === 'string') return 'http://127.0.0.1';
  const host = first.family === 'IPv6' ? `[${first.address}]` : first.address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')}:${first.port}`;
}
