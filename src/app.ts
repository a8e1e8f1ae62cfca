import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import type { Kernel } from '#core/kernel.ts';
import { auditTrail } from '#domains/audit/index.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openAnswerStore } from '#platform/idempotency/answer-store.ts';
import type { Metrics } from '#platform/metrics/open-metrics.ts';
import type { OutgoingOptions } from '#platform/outgoing/index.ts';
import { openQueue } from '#platform/queue/open-queue.ts';
import { agentNotes } from '#surfaces/http/agent-notes.ts';
import { openServer } from '#surfaces/http/open-server.ts';
import { listenForChanges } from './change-feed.ts';
import { openGate, openSecretCheck } from './gate.ts';
import { manifest as everyDomain } from './manifest.ts';
import { openDomains } from './open-domains.ts';
import { openPlatform } from './open-platform.ts';
import { settlePepper } from './pepper.ts';
import { listeningUrl } from './public-url.ts';
import type { Secrets } from './secrets.ts';

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  database: Pick<OpenDatabase, 'pool' | 'db' | 'target'>;
  log: Log;
  clock?: Clock;
  /** The domains of this program; all of them unless given. */
  manifest?: Manifest;
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
}

/**
 * Puts the parts together. Disposing of the app answers what is under way, then lets go of everything but the database,
 * which the caller opened. A start that fails half-way closes what was opened.
 */
export async function openApp(options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const { config, secrets, database, log, clock = systemClock, manifest = everyDomain } = options;
  const { pool, db } = database;
  await migrate(pool);
  await settlePepper(db, secrets.suppression_pepper, { replaces: options.replacesPepper ?? false });

  const publicUrl = () => config.PUBLIC_URL || listeningUrl(server);
  const notes = () => agentNotes(manifest, publicUrl());
  const platform = openPlatform(options, { clock, manifest, publicUrl, agentNotes: notes }, stack);
  const { ports, metrics } = platform;
  const feeds = await openDomains(manifest.domains, platform, stack);
  stack.use(await listenForChanges(database.target, feeds, { log, checkEveryMs: options.checkEveryMs }));

  const demandSecret = openSecretCheck(ports.rateLimiter);
  const kernel: Kernel = {
    ports,
    clock,
    log,
    transaction: (work) => db.transaction().execute(work),
    gate: openGate({ db, secrets, keyGate: ports.keyGate, demandSecret }),
    trail: auditTrail,
    answers: openAnswerStore(secrets.suppression_pepper),
    queue: { send: (...job) => queue.send(...job) },
  };
  const queue = await openQueue({ pool, jobs: manifest.jobs, kernel });
  stack.defer(() => queue.close(jobsEndMs));
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
  stack.defer(() => server.close());
  const opened = stack.move();
  return {
    server,
    kernel,
    metrics: metrics.registry,
    work: () => queue.work(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Jobs that are under way when the process stops have so long to end. */
const jobsEndMs = 10_000;
