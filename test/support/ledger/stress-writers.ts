import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLoss } from '#core/database/sqlstate.ts';
import { grantCredits, releaseHold, revokeCredits } from '#domains/credits/index.ts';
import { sweepExpiredHolds, sweepExpiredLots } from '#domains/credits/sweep-credits.ts';
import { extendHold, openHold, refundSpend, type Spend, settleHold, spendBatch } from './statements.ts';
import type { Node, StressOptions } from './stress-options.ts';
import { Truth } from './stress-truth.ts';

/** The writers of a stress run, and what they remember in order to repeat it. */
export class Writers {
  readonly truth = new Truth();
  done = 0;
  readonly #options: StressOptions;
  readonly #nodes: Node[];
  readonly #accounts: number[];
  readonly #recent: Spend[] = [];
  readonly #lots: { account: number; lot: number }[] = [];
  readonly #refs: { account: number; ref: string; credits: number; expiresAt: Date | null }[] = [];
  readonly #random: () => number;
  #disturbances = 0;

  constructor(options: StressOptions, nodes: Node[], accounts: number[]) {
    this.#options = options;
    this.#nodes = nodes;
    this.#accounts = accounts;
    this.#random = mulberry32(options.seed);
  }

  /** A spend of another process, to repeat and refund here. */
  learn(item: Spend): void {
    this.#recent.push(item);
    if (this.#recent.length > 200) this.#recent.shift();
  }

  async write(writer: number): Promise<void> {
    const node = this.#nodes[writer % this.#nodes.length]!;
    while (this.done < this.#options.operations) {
      const dice = this.#random();
      const [, act] = acts.find(([upTo]) => dice < upTo)!;
      this.done += 1;
      await this.#disturb(node);
      await act.call(this, node).catch((error) => this.#failed(error));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(({ pool }) => pool.end()));
  }

  async #disturb({ pool }: Node): Promise<void> {
    if (Math.floor(this.done / 50) === this.#disturbances) return;
    this.#disturbances = Math.floor(this.done / 50);
    await this.#options.disturb?.(pool).catch((error) => this.#failed(error));
  }

  #failed(error: unknown): void {
    if (this.#options.disturb && isConnectionLoss(error)) this.truth.count('connection lost');
    else this.truth.problem(String((error as Error).stack));
  }

  async spend({ spend }: Pick<Node, 'spend'>, item = this.#newSpend()): Promise<void> {
    try {
      const outcome = await spend(item);
      this.truth.told(item, outcome.status === 'busy' ? { status: 'unknown' } : outcome);
    } catch (error) {
      this.truth.told(item, { status: 'unknown' });
      throw error;
    }
  }

  /** Sends the same key from several processes at once. */
  async repeatSpend(): Promise<void> {
    const item = this.#pick(this.#recent) ?? this.#newSpend();
    await Promise.all(this.#nodes.map((node) => this.spend(node, item)));
  }

  async batch({ pool }: Node): Promise<void> {
    const items = Array.from({ length: this.#below(30) + 1 }, () => this.#newSpend());
    const again = this.#pick(this.#recent);
    if (again) items.push(items[0]!, again);
    this.done += items.length - 1;
    const wait = this.#random() < 0.5;
    const outcomes = await this.#untilAnswered(() => spendBatch(pool, items, { wait }));
    items.forEach((item, at) => {
      this.truth.told(item, outcomes[at]!);
    });
  }

  /** After a lost connection a writer sends the same keys again. */
  async #untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!this.#options.disturb || !isConnectionLoss(error)) throw error;
        this.truth.count('batch sent again');
        await pause(20);
      }
    }
  }

  async grant({ db }: Node): Promise<void> {
    const isRepeat = this.#random() < 0.2;
    const { account, ref, credits, expiresAt } = (isRepeat && this.#pick(this.#refs)) || this.#newRef();
    const granting = this.#nodes.slice(0, isRepeat ? 2 : 1).map(async (node) => {
      const asked = { account, sourceRef: ref, credits, expiresAt, reason: 'stress', grantedBy: '' };
      const { lot, isNew } = await grantCredits(isRepeat ? node.db : db, { ...asked, source: 'operator' });
      this.truth.granted(ref, isNew);
      if (isNew) this.#lots.push({ account, lot });
    });
    await Promise.all(granting);
  }

  /** Opens a hold, then settles it twice at once, releases it, abandons it, or races the sweeper for it. */
  async hold({ db, spend }: Node): Promise<void> {
    const account = this.#pick(this.#accounts)!;
    const credits = this.#below(20) + 1;
    const key = randomUUIDv7();
    const leaseMs = this.#random() < 0.3 ? this.#below(5) : 60_000;
    const held = await openHold(db, { account, credits, key, leaseMs });
    this.truth.count(`hold ${held.status}`);
    if (held.status !== 'held') return;
    const { hold } = held;
    const actual = this.#below(credits + 1);
    const fate = this.#random();
    if (fate < 0.15) return;
    if (fate < 0.25) await extendHold(db, { account, hold, leaseMs: 20 });
    if (fate < 0.4) return this.truth.closed(hold, await releaseHold(db, { account, hold }));
    const [swept, ...closes] = await Promise.all([
      sweepExpiredHolds(db, 50),
      ...this.#nodes.slice(0, 2).map((node) => settleHold(node.db, { account, hold, credits: actual })),
    ]);
    for (const closed of closes) this.truth.closed(hold, closed);
    this.truth.count(`swept holds ${Math.sign(swept)}`);
    const first = closes[0]!;
    if (first.status !== 'unknown_hold' && first.state === 'lease_over' && actual > 0) {
      await this.spend({ spend }, { account, amount: actual, key });
    }
  }

  async refund(): Promise<void> {
    const paid = this.#pick(this.#recent);
    if (!paid) return;
    const refunds = this.#nodes
      .slice(0, 2)
      .map(({ db }) =>
        refundSpend(db, { account: paid.account, spendKey: paid.key, key: randomUUIDv7(), reason: 'stress' }),
      );
    for (const refunded of await Promise.all(refunds)) this.truth.refunded(paid.account, paid.key, refunded);
  }

  async revoke(): Promise<void> {
    const of = this.#pick(this.#lots);
    if (!of) return;
    const credits = this.#random() < 0.5 ? this.#below(10) + 1 : undefined;
    const key = randomUUIDv7();
    const revoking = this.#nodes
      .slice(0, 2)
      .map(({ db }) => revokeCredits(db, { ...of, credits, key, reason: 'stress' }));
    for (const revoked of await Promise.all(revoking)) this.truth.revoked(key, revoked);
  }

  async sweep({ db }: Node): Promise<void> {
    this.truth.count(`swept lots ${Math.sign(await sweepExpiredLots(db, 50))}`);
    this.truth.count(`swept holds ${Math.sign(await sweepExpiredHolds(db, 50))}`);
  }

  #newSpend(): Spend {
    const amount = this.#random() < 0.05 ? this.#below(60) + 1 : this.#below(3) + 1;
    const item = { account: this.#pick(this.#accounts)!, amount, key: randomUUIDv7() };
    this.learn(item);
    if (this.#random() < 0.3) this.#options.tell?.(item);
    return item;
  }

  #newRef() {
    const life = this.#random();
    const lifeMs = life < 0.3 ? this.#below(100) : this.#below(5000);
    const expiresAt = life > 0.8 ? null : new Date(Date.now() + lifeMs);
    const made = {
      account: this.#pick(this.#accounts)!,
      ref: randomUUIDv7(),
      credits: this.#below(60) + 1,
      expiresAt,
    };
    this.#refs.push(made);
    if (this.#refs.length > 50) this.#refs.shift();
    return made;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#below(items.length)];
  }
}

/** A writer's next action, by a number between 0 and 1. */
const acts: readonly (readonly [number, (this: Writers, node: Node) => Promise<void>])[] = [
  [0.55, Writers.prototype.spend],
  [0.6, Writers.prototype.repeatSpend],
  [0.65, Writers.prototype.batch],
  [0.75, Writers.prototype.grant],
  [0.86, Writers.prototype.hold],
  [0.91, Writers.prototype.refund],
  [0.95, Writers.prototype.revoke],
  [1, Writers.prototype.sweep],
];

/** A small seedable random generator with numbers between 0 and 1. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
