import { burn, burnOrder } from './burn.ts';

export interface ModelLot {
  id: number;
  account: number;
  granted: number;
  available: number;
  held: number;
  spent: number;
  expired: number;
  revoked: number;
  expiresAt: Date;
}

interface ModelSpend {
  amount: number;
  balance: number;
}

interface ModelHold {
  id: number;
  account: number;
  key: string;
  amount: number;
  parts: Draw[];
  state: 'open' | 'settled' | 'released' | 'lease_over';
  settled: number;
  leaseUntil: Date;
}

interface Draw {
  lot: number;
  credits: number;
}

interface SpentPart extends Draw {
  at: Date;
}

const spendId = (account: number, key: string) => `${account} ${key}`;

/**
 * The ledger as a single-threaded program: no SQL, no locks, and only the rules in common with the migrations. Every method
 * updates the books and returns the same result as the corresponding function of `#domains/credits`.
 */
export class LedgerModel {
  now: Date;
  readonly lots: ModelLot[] = [];
  readonly holds: ModelHold[] = [];
  #grants = new Map<string, number>();
  #spends = new Map<string, ModelSpend>();
  #spentBy = new Map<string, SpentPart[]>();
  #refunds = new Map<string, number>();
  #revokes = new Map<string, number>();

  constructor(now: Date) {
    this.now = now;
  }

  balance(account: number): number {
    return this.#live(account).reduce((sum, lot) => sum + lot.available, 0);
  }

  /** Everything spent by spends and settles, oldest first. */
  spentKeys(): { account: number; key: string }[] {
    return [...this.#spentBy.keys()].map((id) => {
      const space = id.indexOf(' ');
      return { account: Number(id.slice(0, space)), key: id.slice(space + 1) };
    });
  }

  grant(account: number, sourceRef: string, credits: number, expiresAt: Date) {
    const earlier = this.#grants.get(sourceRef);
    const lot = earlier ?? this.#openLot(account, credits, expiresAt).id;
    this.#grants.set(sourceRef, lot);
    return { lot, isNew: earlier === undefined, balance: this.balance(account) };
  }

  spend(account: number, amount: number, key: string) {
    const earlier = this.#spends.get(spendId(account, key));
    if (amount === 0) return { status: 'spent', balance: this.balance(account) };
    if (earlier) {
      const status = earlier.amount === amount ? 'replayed' : 'other_amount';
      return { status, balance: earlier.balance };
    }
    const burned = burn(this.#live(account), amount, this.now);
    if (!burned.ok) return { status: 'insufficient', balance: this.balance(account) };
    for (const draw of burned.draws) this.#take(draw, 'spent');
    this.#noteSpent(account, key, burned.draws);
    this.#spends.set(spendId(account, key), { amount, balance: this.balance(account) });
    return { status: 'spent', balance: this.balance(account) };
  }

  openHold(account: number, credits: number, key: string, leaseMs: number) {
    const earlier = this.holds.find((hold) => hold.account === account && hold.key === key);
    if (earlier && earlier.amount !== credits) return { status: 'other_amount', hold: earlier.id };
    if (earlier) {
      return { status: 'replayed', hold: earlier.id, state: earlier.state, balance: this.balance(account) };
    }
    const burned = burn(this.#live(account), credits, this.now);
    if (!burned.ok) return { status: 'insufficient', balance: this.balance(account) };
    for (const draw of burned.draws) this.#take(draw, 'held');
    const id = this.holds.length + 1;
    const leaseUntil = new Date(this.now.getTime() + leaseMs);
    this.holds.push({
      id,
      account,
      key,
      amount: credits,
      parts: burned.draws,
      state: 'open',
      settled: 0,
      leaseUntil,
    });
    return { status: 'held', hold: id, state: 'open', balance: this.balance(account) };
  }

  closeHold(hold: ModelHold, credits: number, state: 'settled' | 'released' | 'lease_over') {
    const answer = (status: string) => ({
      status,
      state: hold.state,
      settled: hold.settled,
      balance: this.balance(hold.account),
    });
    if (hold.state !== 'open') return answer('closed_before');
    hold.state = state;
    hold.settled = credits;
    const inOrder = hold.parts.map((part) => ({ ...part, of: this.#lot(part.lot) }));
    inOrder.sort((one, other) => burnOrder(one.of, other.of));
    let left = credits;
    for (const { of: lot, credits: held } of inOrder) {
      const used = Math.min(left, held);
      left -= used;
      lot.held -= held;
      lot.spent += used;
      lot[lot.expiresAt > this.now ? 'available' : 'expired'] += held - used;
      if (used > 0) this.#noteSpent(hold.account, hold.key, [{ lot: lot.id, credits: used }]);
    }
    return answer('closed');
  }

  /** When the first lot of a hold expires. */
  endOf(hold: ModelHold): Date {
    return new Date(Math.min(...hold.parts.map((part) => this.#lot(part.lot).expiresAt.getTime())));
  }

  extendHold(hold: ModelHold, leaseMs: number): boolean {
    if (hold.state !== 'open') return false;
    hold.leaseUntil = new Date(Math.max(hold.leaseUntil.getTime(), this.now.getTime() + leaseMs));
    return true;
  }

  sweepHolds(): number {
    const due = this.holds.filter((hold) => hold.state === 'open' && hold.leaseUntil <= this.now);
    for (const hold of due) this.closeHold(hold, 0, 'lease_over');
    return due.length;
  }

  sweepLots(): number {
    const due = this.lots.filter((lot) => lot.expiresAt <= this.now && lot.available > 0);
    for (const lot of due) {
      lot.expired += lot.available;
      lot.available = 0;
    }
    return due.length;
  }

  revoke(lot: ModelLot, credits: number | undefined, key: string) {
    const wanted = credits ?? lot.granted;
    const id = `${lot.id} ${key}`;
    const earlier = this.#revokes.get(id);
    const revoked = earlier ?? (lot.expiresAt > this.now ? Math.min(lot.available, wanted) : 0);
    if (earlier === undefined) {
      lot.available -= revoked;
      lot.revoked += revoked;
      // A revocation that took nothing left no trace, so its key can be used again.
      if (revoked > 0) this.#revokes.set(id, revoked);
    }
    return {
      status: earlier === undefined ? 'revoked' : 'replayed',
      revoked,
      shortfall: Math.max(0, wanted - revoked),
      balance: this.balance(lot.account),
    };
  }

  refund(account: number, spendKey: string) {
    const id = spendId(account, spendKey);
    const earlier = this.#refunds.get(id);
    if (earlier !== undefined)
      return { status: 'replayed', refunded: earlier, balance: this.balance(account) };
    const parts = this.#spentBy.get(id);
    if (!parts) return { status: 'unknown_spend' };
    for (const { lot: lotId, credits, at } of parts) {
      const lot = this.#lot(lotId);
      if (lot.expiresAt > this.now) {
        lot.spent -= credits;
        lot.available += credits;
      } else {
        const leftMs = Math.max(lot.expiresAt.getTime() - at.getTime(), 24 * 60 * 60 * 1000);
        this.#openLot(account, credits, new Date(this.now.getTime() + leftMs));
      }
    }
    const refunded = parts.reduce((sum, part) => sum + part.credits, 0);
    this.#refunds.set(id, refunded);
    return { status: 'refunded', refunded, balance: this.balance(account) };
  }

  #openLot(account: number, credits: number, expiresAt: Date): ModelLot {
    const id = this.lots.length + 1;
    const lot = {
      id,
      account,
      granted: credits,
      available: credits,
      held: 0,
      spent: 0,
      expired: 0,
      revoked: 0,
      expiresAt,
    };
    this.lots.push(lot);
    return lot;
  }

  #live = (account: number) => this.lots.filter((lot) => lot.account === account && lot.expiresAt > this.now);

  #lot = (id: number): ModelLot => this.lots[id - 1]!;

  #take({ lot: id, credits }: Draw, into: 'spent' | 'held'): void {
    const lot = this.#lot(id);
    lot.available -= credits;
    lot[into] += credits;
  }

  /** One part per lot, with the time of the first spend. */
  #noteSpent(account: number, key: string, draws: Draw[]): void {
    const parts = this.#spentBy.get(spendId(account, key)) ?? [];
    for (const draw of draws) {
      const part = parts.find((each) => each.lot === draw.lot);
      if (part) part.credits += draw.credits;
      else parts.push({ ...draw, at: this.now });
    }
    parts.sort((one, other) => one.lot - other.lot);
    this.#spentBy.set(spendId(account, key), parts);
  }
}
