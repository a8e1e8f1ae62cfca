/** Processes of the service on one database, all in this process. One thing happens at a time, and the seed says which. */
import { PGlite } from '@electric-sql/pglite';
import type { LightMyRequestResponse as Response } from 'fastify';
import pg from 'pg';
import { type App, openApp } from '#app/app.ts';
import { manifest } from '#app/manifest.ts';
import { readConfig } from '#app/start/config.ts';
import { razorpayVariables } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectionConfig, kyselyOn } from '#platform/database/pools.ts';
import type { Dice } from '../fuzz/dice.ts';
import { testSecrets } from '../support/service.ts';
import { Network } from './network.ts';
import { OneServer } from './one-server.ts';
import { vendorOrigin } from './outside.ts';
import { isReading, type Mortal, realImmediate, runsIn, type Seeded } from './seeded.ts';

export type Asked = { headers?: Record<string, string>; body?: unknown };

/** A process of the service. */
export interface Instance extends Mortal {
  app: App;
  isWorker: boolean;
  /** Resolves when it is killed. */
  death: PromiseWithResolvers<null>;
}

/** Without the job that looks at the world outside of the simulation. */
export const simulatedManifest = {
  ...manifest,
  jobs: manifest.jobs.filter(({ id }) => id !== 'status.look-outside'),
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
export const razorpayOrigin = 'https://razorpay.simulated.dev';

const environment = {
  ...razorpayVariables,
  RAZORPAY_BASE_URL: razorpayOrigin,
  SOURCES: 'people_data_labs',
  PEOPLE_DATA_LABS_API_KEY: 'a-simulated-key',
  PEOPLE_DATA_LABS_CREDIT_PAISE: '2400',
  PEOPLE_DATA_LABS_BASE_URL: vendorOrigin,
  VENDOR_STAND_INS: 'on',
  SAMPLE_INVOICES: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  NODE_ENV: 'test',
  FRESH_PAGES: 'off',
  MAIL_OUTBOX: 'off',
  LOG_LEVEL: 'silent',
  ROLE: 'api',
};
/** A log for crashes and replicas is of no use in memory. */
const postgresqlconf = [
  'wal_level = minimal',
  'max_wal_senders = 0',
  'full_page_writes = off',
  'wal_init_zero = off',
  'synchronous_commit = off',
  'jit = off',
];
/** Enough that none waits for another: all statements wait at the server. */
const connectionsMax = 200;
/** Longer than any pause between two timers of an idle service. */
const patientMs = 20;
const stuckMs = 10 * 60_000;

export class World {
  readonly seeded: Seeded;
  readonly instances: Instance[] = [];
  readonly network: Network;
  steps = 0;
  readonly #server: OneServer;
  #stuckSince: number | null = null;

  constructor(seeded: Seeded, backend: PGlite, dice: Dice) {
    this.seeded = seeded;
    this.network = new Network(dice);
    this.#server = new OneServer(backend);
  }

  /** Opening it takes real time, so it comes before time is the seed's. */
  static openBackend = () => PGlite.create({ postgresqlconf });

  migrate = () => this.until(migrate(this.ownPool(), { log: quiet }));

  below = (limit: number): number => Math.floor(this.seeded.random() * limit);

  /** The simulator's own connections, which no fault breaks. */
  ownPool = (): pg.Pool => this.#pool(this.#server.streamFor(() => false, true));

  #pool(stream: ReturnType<OneServer['streamFor']>): pg.Pool {
    const pool = new pg.Pool({ ...connectionConfig({ stream }), max: connectionsMax });
    pool.on('error', () => {});
    return pool;
  }

  /** @param isWorker whether it takes background jobs, too */
  async start(isWorker: boolean): Promise<Instance> {
    const mortal = { isWorker, isDead: false, death: Promise.withResolvers<null>() };
    const app = await runsIn
      .run(mortal, async () => {
        const stream = this.#server.streamFor(() => mortal.isDead);
        const pool = this.#pool(stream);
        const opened = await openApp({
          config: readConfig(environment),
          secrets: testSecrets,
          database: { pool, db: kyselyOn(pool), target: { stream } },
          log: quiet,
          manifest: simulatedManifest,
          outgoingInTests: { network: this.network },
        });
        await opened.server.ready();
        if (isWorker) await opened.work();
        return opened;
      })
      .catch((error) => {
        mortal.isDead = true;
        throw error;
      });
    const instance = Object.assign(mortal, { app });
    this.instances.push(instance);
    return instance;
  }

  /** As SIGKILL: nothing of it runs any more, its connections are gone, and its transaction is rolled back. */
  kill(instance: Instance): void {
    instance.isDead = true;
    instance.death.resolve(null);
    this.instances.splice(this.instances.indexOf(instance), 1);
  }

  /** An answer, or null if the process was killed before it gave one. */
  ask(instance: Instance, method: 'GET' | 'POST' | 'PATCH', url: string, { headers, body }: Asked = {}) {
    const answer = runsIn.run(instance, () =>
      instance.app.server.inject({
        method,
        url,
        ...(headers && { headers }),
        ...(body !== undefined && { payload: body as object }),
      }),
    );
    return Promise.race<Response | null>([answer, instance.death.promise]);
  }

  /** Its connections break, what wasn't committed is lost, and it takes no connection for a while. */
  async restartDatabase(awayMs: number): Promise<void> {
    this.#server.break();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    this.#server.isAway = false;
  }

  /** Turns until the promise ends. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    for (await settled(); !isOver; await settled()) await this.turn();
    return promise;
  }

  /** One statement, or the next timer if no statement waits. */
  async turn(): Promise<void> {
    this.steps += 1;
    const ready = this.#server.ready();
    if (this.#server.isBroken) return this.#server.recover();
    if (this.#server.hasLostOwner) return this.#server.rollBack();
    if (ready.length > 0) {
      this.#stuckSince = null;
      return this.#server.step(ready[this.below(ready.length)]!);
    }
    if (this.#server.isStuck()) {
      this.#stuckSince ??= this.seeded.now();
      const reads = this.#server.readyReads();
      if (reads.length > 0 && this.seeded.now() - this.#stuckSince >= patientMs)
        return this.#server.step(reads[this.below(reads.length)]!);
      if (this.seeded.now() - this.#stuckSince > stuckMs)
        throw new Error('a transaction waits for something that needs another connection');
    }
    this.seeded.toNextTimer();
  }
}

/** Nothing is left that needs neither a statement nor a timer. Reads of files have ended too. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = isReading() ? 0 : quiet + 1)
    await new Promise((resolve) => realImmediate(resolve));
}
