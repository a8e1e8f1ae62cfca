/** One run under way: the processes, the answers to customers and the operator, and calls that are repeated until they are answered. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { kyselyOn } from '#platform/database/pools.ts';
import { testSecrets } from '../support/service.ts';
import { Model } from './model.ts';
import type { Receiver } from './outside.ts';
import { type Directory, freeRepeatDays } from './people.ts';
import type { Instance, World } from './world.ts';

export type Method = 'GET' | 'POST' | 'PATCH';

export interface JobTold {
  account: string;
  id: string;
  number: number;
  people: string[];
  createdAt: number;
  isOver: boolean;
}

const dayMs = 86_400_000;

export class Simulation {
  readonly world: World;
  readonly receiver: Receiver;
  readonly directory: Directory;
  readonly model: Model;
  readonly pool: pg.Pool;
  readonly counts: Record<string, number> = {};
  readonly keys = new Map<string, string>();
  readonly jobs: JobTold[] = [];
  operations = 0;
  #last = 0;
  readonly #digest = createHash('sha256');

  constructor(world: World, directory: Directory, receiver: Receiver) {
    this.world = world;
    this.receiver = receiver;
    this.directory = directory;
    this.model = new Model(directory.knows, freeRepeatDays * dayMs);
    this.pool = world.ownPool();
  }

  get db() {
    return kyselyOn(this.pool);
  }

  get digest(): string {
    return this.#digest.digest('hex');
  }

  count(what: string, detail = '', times = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + times;
    this.#digest.update(`${what} ${detail} ${this.world.seeded.now()} ${this.world.steps}\n`);
  }

  /** In milliseconds; a fraction orders what happens within one. */
  now(): number {
    this.#last = Math.max(this.world.seeded.now(), this.#last + 2 ** -10);
    return this.#last;
  }

  rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  /** Asks a process that lives, until one answers. */
  async surely(method: Method, path: string, headers: Record<string, string>, body?: unknown) {
    for (;;) {
      const instance = await this.living();
      const answer = await this.world.ask(instance, method, path, { headers, body });
      const isWaiting =
        answer && (answer.statusCode === 503 || (answer.statusCode === 409 && isInUse(answer.body)));
      if (answer && !isWaiting) return answer;
      this.count(answer ? `${answer.statusCode}` : 'unanswered', path);
      await this.rest(50 + this.world.below(500));
    }
  }

  /** The same, for what can't be refused. */
  async gets<Body>(
    method: Method,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Body> {
    const answer = await this.surely(method, path, headers, body);
    if (answer.statusCode !== 200 && answer.statusCode !== 202)
      throw new Unexpected(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  }

  async living(): Promise<Instance> {
    while (this.world.instances.length === 0) await this.rest(100);
    return this.world.instances[this.world.below(this.world.instances.length)]!;
  }

  headersOf = (account: string, key?: string): Record<string, string> => ({
    authorization: `Bearer ${this.keys.get(account)}`,
    ...(key && { 'idempotency-key': key }),
  });
}

/** An answer that no customer should get. */
export class Unexpected extends Error {}

export const admin = { 'x-admin-secret': testSecrets.admin_secret };
export const internal = { 'x-internal-secret': testSecrets.internal_secret };

const isInUse = (body: string): boolean => body.includes('idempotency_key_in_use');
