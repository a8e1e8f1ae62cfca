import type { FastifyInstance } from 'fastify';
import { AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import { systemClock } from '#core/clock.ts';
import { commitInTime } from '#core/concurrency/commit-in-time.ts';
import { openTurns } from '#core/concurrency/turns.ts';
import { currentSecret } from '#core/environment.ts';
import type { Kernel } from '#core/kernel.ts';
import { isUnderTest } from '#core/machine/development.ts';
import { AgentGate } from '#domains/agents/index.ts';
import { openTrail } from '#domains/audit/index.ts';
import { ShowPrices } from '#domains/billing/index.ts';
import { RefusedCalls } from '#domains/calls/index.ts';
import { ExtensionGate } from '#domains/extension/index.ts';
import { KeyGate } from '#domains/keys/index.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import { IsOutgoingHeld } from '#domains/settings/index.ts';
import { openOperatorRoles } from '#domains/sign-in/index.ts';
import { OutsideChecks, Processes } from '#domains/status/index.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openAnswerStore } from '#platform/idempotency/answer-store.ts';
import { forgetStoredAnswers } from '#platform/idempotency/forget-answers.ts';
import type { Metrics } from '#platform/metrics/open-metrics.ts';
import { openQueue } from '#platform/queue/open-queue.ts';
import { agentNotes } from '#surfaces/http/agent-notes.ts';
import { checksOnly } from '#surfaces/http/checks-only.ts';
import { openServer } from '#surfaces/http/open-server.ts';
import { liftDeadline } from '#surfaces/http/request/body-deadline.ts';
import { callerAddress } from '#surfaces/http/request/caller-address.ts';
import { openAgentEndpoint } from '#surfaces/mcp/open-endpoint.ts';
import { addAssets, addLicences } from '#surfaces/web/add-documents.ts';
import { addWeb } from '#surfaces/web/add-web.ts';
import { currentBundle } from '#surfaces/web/bundle/current-bundle.ts';
import type { AppOptions } from './app-options.ts';
import { manifest as everyDomain } from './manifest.ts';
import { listenForChanges } from './wiring/change-feed.ts';
import { openGate, openSecretCheck, secretMatches } from './wiring/gate.ts';
import { openJobAlarm } from './wiring/job-alarm.ts';
import { openDomains } from './wiring/open-domains.ts';
import { openOutsideChecks } from './wiring/open-outside-checks.ts';
import { openPlatform } from './wiring/open-platform.ts';
import { openLook } from './wiring/page-look.ts';
import { ensurePepper } from './wiring/pepper.ts';
import { listeningUrl, servesPages } from './wiring/public-url.ts';

export interface App extends AsyncDisposable {
  server: FastifyInstance;
  kernel: Kernel;
  metrics: Metrics['registry'];
  /** Starts taking background jobs. */
  work(): Promise<void>;
  /** Watches for stalls and missing workers. Call it when the process is ready. */
  watch(): void;
  /** `GET /ready` is 503 from now on. Dispose of the app when load balancers have noticed. */
  leave(): void;
}

/** Left for what transactions read outside of themselves, such as locks: if all waited for a connection, none would get one. */
const connectionsForReads = 2;
const turnWaitMs = 5_000;

/**
 * Assembles the application. Disposing it finishes open requests and closes everything but the database, which the caller
 * opened. If startup fails, everything opened so far is closed.
 */
export async function openApp(options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const { config, secrets, database, log, clock = systemClock, manifest = everyDomain } = options;
  const { pool, db } = database;
  await migrate(database.sessions ?? pool, { log });
  await ensurePepper(db, secrets.suppression_pepper, { isPepperLost: options.replacesPepper ?? false });

  const publicUrl = () => config.PUBLIC_URL || listeningUrl(server);
  const look = openLook(config, publicUrl);
  const notes = () => agentNotes(manifest, publicUrl(), ports.use(ShowPrices)().copy.ai_docs_plans);
  const leaving = new AbortController();
  const stopping = new AbortController();
  const signals = { leaving: leaving.signal, stopping: stopping.signal };
  const parts = { clock, manifest, publicUrl, agentNotes: notes, ...signals };
  const platform = await openPlatform(options, parts, stack);
  const { ports, metrics, eventLoopWatch } = platform;
  const feeds = await openDomains(manifest.domains, platform, stack);
  await listenForChanges(database.target, feeds, { log, checkEveryMs: options.checkEveryMs }, stack);

  const requireSecret = openSecretCheck(ports.rateLimiter);
  const transactionTurns = openTurns(Math.max(1, pool.options.max - connectionsForReads), turnWaitMs);
  const kernel: Kernel = {
    ports,
    clock,
    log,
    transaction: (work) =>
      commitInTime((committing) =>
        transactionTurns(() =>
          db.transaction().execute(async (transaction) => {
            const result = await work(transaction);
            committing();
            return result;
          }),
        ),
      ),
    gate: openGate({
      db,
      secrets,
      keyGate: ports.use(KeyGate),
      agentGate: ports.use(AgentGate),
      extensionGate: ports.use(ExtensionGate),
      requireSecret,
      rateLimiter: ports.rateLimiter,
      settings: ports.settings,
      operatorRoles: openOperatorRoles(db, clock.now),
    }),
    trail: openTrail(ports.settings),
    answers: openAnswerStore({ pepper: secrets.suppression_pepper, db, log }),
    queue: { send: (...job) => queue.send(...job) },
    directoryUrl: config.DIRECTORY_URL,
    errors: manifest.errors,
  };
  ports.open(OutsideChecks.opened(openOutsideChecks(config, ports.use(IsOutgoingHeld))));
  ports.open(AgentEndpoint.opened(openAgentEndpoint({ manifest, kernel, publicUrl })));
  const queue = await openQueue(
    {
      pool,
      jobs: [...manifest.jobs, forgetStoredAnswers],
      kernel,
      alarm: openJobAlarm(db),
      isHeld: ports.use(IsOutgoingHeld),
      onEnd: metrics.jobEnded,
    },
    stack,
  );
  const isWorker = config.ROLE === 'worker';
  const server: FastifyInstance = await openServer({
    manifest: isWorker ? checksOnly(manifest) : manifest,
    kernel,
    log,
    publicUrl,
    look,
    trustedProxies: config.TRUSTED_PROXIES,
    isPagesServer: (given) => secretMatches(given, secrets.internal_secret),
    metrics: metrics.registry,
    admitOperator: (given, address, detail) =>
      requireSecret(given, secrets.admin_secret, { address, detail }),
    connectionsMax: config.CONNECTIONS_MAX,
    hasPages: !isWorker,
    origins: { forExtensions: config.EXTENSION_ORIGINS, forWebsites: config.WEBSITE_ORIGINS },
    declaredOnly: isUnderTest(config),
    onAnswer: metrics.answered,
    onRefused: ports.use(RefusedCalls).note,
  });
  if (!isWorker) {
    addAssets(server, '', currentBundle);
    addLicences(server, currentBundle);
  }
  if (servesPages(config)) {
    await addWeb(server, {
      manifest,
      config,
      secrets: {
        internal: currentSecret(secrets.internal_secret),
        admin: currentSecret(secrets.admin_secret),
      },
      apiUrl: () => config.API_URL || listeningUrl(server),
      ownUrl: () => listeningUrl(server),
      publicUrl,
      look,
      log,
      clock,
      addressOf: callerAddress,
      liftDeadline,
      mailOutbox: ports.use(MailOutbox),
    });
  }
  stack.defer(() => server.close());
  stack.defer(() => server.stopServing());
  stack.defer(() => stopping.abort());
  const opened = stack.move();
  return {
    server,
    kernel,
    metrics: metrics.registry,
    work() {
      ports.use(Processes).takesJobs();
      return queue.work();
    },
    watch() {
      ports.use(Processes).watch();
      eventLoopWatch.start();
    },
    leave: () => leaving.abort(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
