import { join } from 'node:path';
import { openRazorpayStandIn, type RazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import type { TestDatabase } from '../../support/database.ts';
import type { DatabaseLine } from '../../support/database-line.ts';
import { openMailWebhook } from '../../support/mail-webhook.ts';
import { openProgram, type Program } from '../../support/program.ts';
import { type OwnPostgres, openOwnPostgres } from './own-postgres.ts';
import { type OwnRedis, openOwnRedis } from './own-redis.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { openThreadedLine } from './threaded-line.ts';

export interface Service {
  name: string;
  program: Program;
  /** Its way to PostgreSQL. */
  database: DatabaseLine;
  /** Null for the worker: the way of some of the callers to it. The others come directly. */
  callers: DatabaseLine | null;
}

/** Two API processes and a worker, with servers of their own and a way between each two that can be cut. */
export interface Stage {
  disk: SmallDisk;
  postgres: OwnPostgres;
  redis: OwnRedis | null;
  /** From all processes to Redis. */
  redisLine: DatabaseLine | null;
  api: readonly Service[];
  worker: Service;
  razorpay: RazorpayStandIn;
  /** A connection of the checker's own, past everything that is cut. */
  database: TestDatabase;
}

const nodeOptions = [
  '--max-old-space-size=512',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
];

export async function openStage(stack: AsyncDisposableStack): Promise<Stage> {
  const disk = stack.use(await openSmallDisk());
  const postgres = stack.use(await openOwnPostgres(join(disk.path, 'postgresql')));
  const redis = stack.use(await openOwnRedis());
  const redisLine = redis && stack.use(await openThreadedLine(redis.url));
  const razorpay = stack.use(await openRazorpayStandIn());
  razorpay.webhook.settings.held = true;
  const mails = stack.use(await openMailWebhook());
  const shared = {
    ...razorpay.environment,
    ...(redisLine ? { REDIS_URL: redisLine.url } : {}),
    ...{ MAIL_WEBHOOK_URL: mails.url, MAIL_WEBHOOK_SECRET: mails.secret },
    TRUSTED_PROXIES: '127.0.0.1',
    VENDOR_STAND_INS: 'on',
    SAMPLE_INVOICES: 'on',
    WEB: 'off',
  };
  const open = async (name: string, role: 'api' | 'worker'): Promise<Service> => {
    const database = stack.use(await openThreadedLine(postgres.url));
    const port = await freePort();
    // A worker says in its log that it is ready.
    const log = { LOG_LEVEL: role === 'api' ? 'fatal' : 'info' };
    const environment = {
      ...shared,
      ...log,
      ROLE: role,
      DATABASE_URL: database.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const program = stack.use(openProgram(environment, { nodeOptions }));
    process.once('exit', () => program.kill());
    const callers = role === 'api' ? stack.use(await openThreadedLine(`http://127.0.0.1:${port}`)) : null;
    return { name, program, database, callers };
  };
  const api = [await open('the first API process', 'api'), await open('the second API process', 'api')];
  const worker = await open('the worker', 'worker');
  await Promise.all([...api, worker].map(({ program }) => program.start()));
  const database = openDatabase(postgres.url);
  stack.defer(() => database.pool.end());
  return { disk, postgres, redis, redisLine, api, worker, razorpay, database };
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function openDatabase(url: string): TestDatabase {
  const pool = openPool(url, 8, quiet);
  return { name: 'contactry', url, pool, db: kyselyOn(pool), [Symbol.asyncDispose]: () => pool.end() };
}
