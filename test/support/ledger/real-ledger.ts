import assert from 'node:assert/strict';
import { digestId } from '#core/ids.ts';
import { balanceOf, type Lot, lotsOf, reconcileLedger } from '#domains/credits/index.ts';
import { givenAccount } from '#test/support/kit.ts';
import type { TestDatabase } from '../database.ts';
import type { LedgerClock } from './clock.ts';
import type { LedgerModel, ModelLot } from './model.ts';

/** The ledger under test with fresh accounts, and a mapping of its ids to the model's. */
export class RealLedger {
  readonly database: TestDatabase;
  readonly clock: LedgerClock;
  /** The ledger's account numbers. The model counts them from 1. */
  readonly accounts: number[];
  readonly lots = new Map<number, number>();
  readonly holds = new Map<number, number>();
  readonly #name: string;

  private constructor(database: TestDatabase, clock: LedgerClock, name: string, accounts: number[]) {
    this.database = database;
    this.clock = clock;
    this.#name = name;
    this.accounts = accounts;
  }

  static async open(
    database: TestDatabase,
    clock: LedgerClock,
    name: string,
    count: number,
  ): Promise<RealLedger> {
    const accounts: number[] = [];
    for (let made = 1; made <= count; made += 1) {
      accounts.push((await givenAccount(database.db)).account);
    }
    return new RealLedger(database, clock, name, accounts);
  }

  account = (model: number): number => this.accounts[model - 1] ?? 2 ** 40;

  key = (text: string): string => digestId('ledger model', this.#name, text);

  ref = (text: string): string => `${this.#name} ${text}`;

  /** Checks that the ledger is consistent and that its books equal the model's. */
  async assertSameAs(model: LedgerModel): Promise<void> {
    await Promise.all(this.accounts.map((account, at) => this.#assertAccount(model, account, at + 1)));
  }

  async #assertAccount(model: LedgerModel, account: number, modelAccount: number): Promise<void> {
    const { db } = this.database;
    const [books, holds, balance, mismatches] = await Promise.all([
      lotsOf(db, account),
      this.#holdsOf(account),
      balanceOf(db, account),
      reconcileLedger(db, account),
    ]);
    const lots = books.sort((one, other) => one.id - other.id);
    const wanted = model.lots.filter((lot) => lot.account === modelAccount);
    assert.deepEqual(lots.map(booksOf), wanted.map(modelBooksOf));
    lots.forEach((lot, place) => {
      this.lots.set(wanted[place]!.id, lot.id);
    });
    const wantedHolds = model.holds.filter((hold) => hold.account === modelAccount);
    assert.deepEqual(
      holds,
      wantedHolds.map(({ state, settled, leaseUntil }) => ({ state, settled, leaseUntil })),
    );
    const held = wanted.reduce((sum, lot) => sum + lot.held, 0);
    assert.deepEqual([balance.balance, balance.held], [model.balance(modelAccount), held]);
    assert.deepEqual(mismatches, []);
  }

  async #holdsOf(account: number) {
    const { rows } = await this.database.pool.query(
      `select status as state, settled, lease_until as "leaseUntil"
       from credit_hold where account = $1 order by id`,
      [account],
    );
    return rows;
  }
}

const booksOf = ({
  granted,
  available,
  held,
  spent,
  expired,
  revoked,
  expires_at: expiresAt,
  closed_at: closedAt,
}: Lot) => ({
  granted,
  available,
  held,
  spent,
  expired,
  revoked,
  expiresAt,
  isOpen: closedAt === null,
});

const modelBooksOf = ({ granted, available, held, spent, expired, revoked, expiresAt }: ModelLot) => ({
  granted,
  available,
  held,
  spent,
  expired,
  revoked,
  expiresAt,
  isOpen: available + held > 0,
});
