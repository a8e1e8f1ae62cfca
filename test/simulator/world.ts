/** Processes of the service on one database, all in this process. One thing happens at a time, and the seed says which. */
import { PGlite } from '@electric-sql/pglite';
import type { LightMyRequestResponse as Response } from 'fastify';
import pg from 'pg';
import { type App, openApp } from '#app/app.ts';
import { readConfig } from '#app/start/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectionConfig, kyselyOn } from '#platform/database/pools.ts';
import { testSecrets } from '../support/service.ts';
import { OneServer } from './one-server.ts';
import { isReading, type Mortal, realImmediate, runsIn, type Seeded } from './seeded.ts';

export type Asked = { headers?: Record<string, string>; body?: unknown };

/** A process of the service. */
export interface Instance extends Mortal {
  app: App;
  /** Resolves when it is killed. */
  death: PromiseWithResolvers<null>;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const environment = {
  NODE_ENV: 'test',
  FRESH_PAGES: 'off',
  MAIL_OUTBOX: 'off',
  LOG_LEVEL: 'silent',
  ROLE: 'api',
};
/** Longer than any pause between two timers of an idle service. */
const stuckMs = 10 * 60_000;

export class World {
  readonly seeded: Seeded;
  readonly instances: Instance[] = [];
  steps = 0;
  readonly #server: OneServer;
  #stuckSince: number | null = null;

  constructor(seeded: Seeded, backend: PGlite) {
    this.seeded = seeded;
    this.#server = new OneServer(backend);
  }

  /** Opening it takes real time, so it comes before time is the seed's. */
  static openBackend = () => PGlite.create();

  migrate = () => this.until(migrate(this.pool(), { log: quiet }));

  below = (limit: number): number => Math.floor(this.seeded.random() * limit);

  /** A connection of the simulator's own. */
  pool(mortal: Mortal = { isDead: false }, max = 10): pg.Pool {
    const pool = new pg.Pool({ ...connectionConfig(this.#target(mortal)), max });
    pool.on('error', () => {});
    return pool;
  }

  #target = (mortal: Mortal) => ({ stream: this.#server.streamFor(() => mortal.isDead) });

  async start(): Promise<Instance> {
    const mortal = { isDead: false, death: Promise.withResolvers<null>() };
    const app = await runsIn.run(mortal, async () => {
      const pool = this.pool(mortal);
      const opened = await openApp({
        config: readConfig(environment),
        secrets: testSecrets,
        database: { pool, db: kyselyOn(pool), target: this.#target(mortal) },
        log: quiet,
      });
      await opened.server.ready();
      await opened.work();
      return opened;
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
  ask(instance: Instance, method: 'GET' | 'POST', url: string, { headers, body }: Asked = {}) {
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
    if (this.#server.hasLostOwner) return this.#server.rollBack();
    if (ready.length > 0) {
      this.#stuckSince = null;
      return this.#server.step(ready[this.below(ready.length)]!);
    }
    if (this.#server.isStuck()) {
      this.#stuckSince ??= this.seeded.now();
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
