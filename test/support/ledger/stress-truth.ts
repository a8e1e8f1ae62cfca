import type pg from 'pg';
import { reconcileLedger } from '#domains/credits/index.ts';
import type { Revoked } from '#domains/credits/sql/grants.ts';
import type { Closed } from '#domains/credits/sql/holds.ts';
import { kyselyOn } from '#platform/database/pools.ts';
import { impossibilities } from './replay.ts';
import type { Refunded, SpendOutcome } from './statements.ts';

type Asked = { account: number; key: string; amount: number };

interface Told {
  asked: Asked;
  /** The amount paid; 0 if refused, null if a lost connection left it unknown. */
  amount: number | null;
}

/** The results one process saw, in a form it can send to another. */
export interface Testimony {
  spends: [id: string, told: Told][];
  once: [what: string, times: number][];
  counts: Record<string, number>;
  problems: string[];
}

/** The results that writers saw, to check against the ledger at the end. */
export class Truth {
  /** By account and key. */
  readonly #spends = new Map<string, Told>();
  /** Events that may happen only once. */
  readonly #once = new Map<string, number>();
  readonly counts: Record<string, number> = {};
  readonly problems: string[] = [];

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  problem(what: string): void {
    if (this.problems.length < 100) this.problems.push(what);
  }

  told(asked: Asked, outcome: SpendOutcome | { status: 'unknown' }): void {
    this.count(`spend ${outcome.status}`);
    const id = `${asked.account} ${asked.key}`;
    const isPaid = outcome.status === 'spent' || outcome.status === 'replayed';
    if (outcome.status === 'other_amount') this.problem(`${id} was used for another amount`);
    this.#note(id, { asked, amount: isPaid ? asked.amount : outcome.status === 'unknown' ? null : 0 });
  }

  /** Once paid, always paid. A refusal says nothing about a call whose result is unknown. */
  #note(id: string, told: Told): void {
    const before = this.#spends.get(id)?.amount;
    if (before === undefined || before === 0 || (told.amount ?? 0) > 0) this.#spends.set(id, told);
  }

  #happened(what: string, times = 1): void {
    this.#once.set(what, (this.#once.get(what) ?? 0) + times);
  }

  closed(hold: number, { status }: Closed): void {
    this.count(`hold ${status}`);
    if (status === 'closed') this.#happened(`closed hold ${hold}`);
    if (status === 'unknown_hold') this.problem(`hold ${hold} is unknown`);
  }

  refunded(account: number, spendKey: string, { status }: Refunded): void {
    this.count(`refund ${status}`);
    if (status === 'refunded') this.#happened(`refunded ${account} ${spendKey}`);
  }

  revoked(key: string, outcome: Revoked): void {
    this.count(`revoke ${outcome.status}`);
    if (outcome.status === 'revoked' && outcome.revoked > 0) this.#happened(`revoked by ${key}`);
  }

  granted(ref: string, isNew: boolean): void {
    this.count(isNew ? 'grant' : 'grant again');
    if (isNew) this.#happened(`granted ${ref}`);
  }

  testimony(): Testimony {
    return {
      spends: [...this.#spends],
      once: [...this.#once],
      counts: this.counts,
      problems: this.problems,
    };
  }

  hear({ spends, once, counts, problems }: Testimony): void {
    for (const [id, told] of spends) this.#note(id, told);
    for (const [what, times] of once) this.#happened(what, times);
    for (const [what, times] of Object.entries(counts)) this.counts[what] = (this.counts[what] ?? 0) + times;
    this.problems.push(...problems);
  }

  /** All inconsistencies: in the books, in the accounts' history, or with the results that writers saw. */
  async mismatches(pool: pg.Pool, accounts: number[]): Promise<string[]> {
    const unproved = await reconcileLedger(kyselyOn(pool));
    const impossible: string[] = [];
    for (const account of accounts) impossible.push(...(await impossibilities(pool, account)));
    const twice = [...this.#once]
      .filter(([, times]) => times > 1)
      .map(([what, times]) => `${what} ${times} times`);
    return [
      ...this.problems,
      ...unproved.map((mismatch) => JSON.stringify(mismatch)),
      ...impossible,
      ...twice,
      ...(await this.#wrongSpends(pool, accounts)),
    ];
  }

  async #wrongSpends(pool: pg.Pool, accounts: number[]): Promise<string[]> {
    const { rows } = await pool.query<{ id: string; amount: number }>(
      `select account || ' ' || op_key as id, sum(amount)::bigint as amount
       from credit_ledger where kind = 2 and account = any ($1) group by account, op_key`,
      [accounts],
    );
    const booked = new Map(rows.map(({ id, amount }) => [id, amount]));
    const wrong = [...this.#spends].filter(([id, { amount, asked }]) =>
      amount === null ? ![0, asked.amount].includes(booked.get(id) ?? 0) : (booked.get(id) ?? 0) !== amount,
    );
    const unasked = [...booked.keys()].filter((id) => !this.#spends.has(id));
    return [
      ...wrong.map(([id, { amount }]) => `told that ${id} paid ${amount}, booked ${booked.get(id) ?? 0}`),
      ...unasked.map((id) => `nobody asked for ${id}`),
    ];
  }
}
