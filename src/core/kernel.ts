import type { AccountRef, Caller, KeyCredential } from './access.ts';
import type { Clock } from './clock.ts';
import type { Db, Log, Ports, RequestFacts } from './context.ts';
import type { ErrorDefinition } from './failure.ts';
import type { PlanTier } from './parts/plan-tier.ts';

/** The parts that operations and jobs run on. `app.ts` assembles it. */
export interface Kernel {
  ports: Ports;
  clock: Clock;
  log: Log;
  /** Commits when `work` resolves and rolls back when it throws. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  gate: Gate;
  trail: Trail;
  answers: AnswerStore;
  queue: { send(db: Db, job: string, payload: object): Promise<void> };
  /** In a cell: where the directory and the suppression list are kept. Empty: here. */
  directoryUrl: string;
  /** Every published error. */
  errors: ReadonlyMap<string, ErrorDefinition>;
}

export type SetHeader = (name: string, value: string) => void;

/** Decides who gets in. Every method throws a `Failure` with one of the kernel's codes. */
export interface Gate {
  /** Identifies the caller by the credential that the access requires. */
  admit(request: RequestFacts, header: SetHeader): Promise<Caller>;
  /** The account an internal caller names. Fails with 404 if it doesn't exist. */
  account(accountId: string): Promise<AccountRef>;
  /** The credential of an internal call: the account's active key, or the account itself if it has none. */
  keyOf(account: AccountRef, header: SetHeader): Promise<KeyCredential>;
  /** The account's tier. `no_plan` if it doesn't exist or has no plan. */
  tierOf(accountId: string): Promise<PlanTier>;
  /** Counts an act on the customers' pages against the account. Fails with `rate_limited` beyond its limit. */
  countAct(accountId: string): Promise<void>;
}

export interface TrailEntry {
  by: Caller['kind'];
  actor: string;
  /** The id of the operation or job. */
  operation: string;
  event: string;
  requestId: string;
  details: Record<string, unknown>;
}

export interface Trail {
  write(db: Db, entry: TrailEntry): Promise<void>;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
  /** Headers that the operation set. */
  headers: Record<string, string>;
}

export interface AnswerClaim {
  /** The key's owner, so that two callers never share an answer. */
  scope: string;
  key: string;
  operation: string;
  input: Readonly<Record<string, unknown>>;
  /** Encrypts the stored answer with the caller's key, because it contains a secret. */
  sealed: boolean;
}

/** Stores first answers by idempotency key. A different request under the same key fails with `idempotency_conflict`. */
export interface AnswerStore {
  /** For a command, in its transaction. Claims the key or returns the first answer; waits for a concurrent first call. */
  claim(db: Db, claim: AnswerClaim): Promise<StoredAnswer | null>;
  /** Stores the answer in the same transaction. */
  keep(db: Db, claim: AnswerClaim, answer: StoredAnswer): Promise<void>;
  /** For a process. Returns the first answer or a lease; fails with `idempotency_key_in_use` while another call has one. */
  lease(db: Db, claim: AnswerClaim): Promise<StoredAnswer | AnswerLease>;
}

/**
 * A call's lease on an idempotency key, with the results of the phases committed so far. It is renewed until you dispose of it;
 * that of a process that died ends after a few seconds, and a repeat continues.
 */
export interface AnswerLease extends Disposable {
  /** Results by phase number. */
  phases: ReadonlyMap<number, unknown>;
  /** In the phase's transaction. Throws if another call took over the key, which rolls the phase back. */
  savePhase(db: Db, number: number, result: unknown): Promise<void>;
  /** Stores the answer. Throws if another call took over the key. */
  finish(db: Db, answer: StoredAnswer): Promise<void>;
  /** The call failed, so a repeat may start at once. */
  release(db: Db): Promise<void>;
}
