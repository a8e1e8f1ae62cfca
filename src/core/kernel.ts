import type { AccountRef, KeyCredential } from './access.ts';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Db, Log, Ports, RequestFacts } from './context.ts';

/** What operations and jobs run on; `app.ts` puts it together. */
export interface Kernel {
  ports: Ports;
  clock: Clock;
  log: Log;
  /** Opens a transaction, commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  gate: Gate;
  trail: Trail;
  answers: AnswerStore;
  queue: { send(db: Db, job: string, payload: object): Promise<void> };
}

export type SetHeader = (name: string, value: string) => void;

/** Decides who may pass. Every method throws a `Failure` of the kernel's own codes. */
export interface Gate {
  /** Who calls, by the credential that the access asks for. */
  admit(request: RequestFacts, header: SetHeader): Promise<Caller>;
  /** The account an internal caller names; 404 when it does not exist. */
  account(accountId: string): Promise<AccountRef>;
  /** The active key of an account, for internal calls that act as it. */
  keyOf(account: AccountRef, request: RequestFacts, header: SetHeader): Promise<KeyCredential>;
}

export interface TrailEntry {
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
}

export interface AnswerClaim {
  /** Whose key it is: two callers never share an answer. */
  scope: string;
  key: string;
  operation: string;
  input: Record<string, unknown>;
  /** Sealed with the caller's key: the answer shows something that may not be stored. */
  sealed: boolean;
}

/** First answers by idempotency key. Every method refuses another request under the same key with `idempotency_conflict`. */
export interface AnswerStore {
  /** For a command, in its transaction: claims the key or gives the first answer; a concurrent first call is waited for. */
  claim(db: Db, claim: AnswerClaim): Promise<StoredAnswer | null>;
  /** In the same transaction. */
  keep(db: Db, claim: AnswerClaim, answer: StoredAnswer): Promise<void>;
  /** For a process: gives the first answer, or a lease on the key. `idempotency_key_in_use` while another call has it. */
  lease(db: Db, claim: AnswerClaim): Promise<StoredAnswer | AnswerLease>;
}

/** One process's hold on a key, with the results of the phases that were committed under it. */
export interface AnswerLease {
  /** Results by the number of the phase. */
  phases: ReadonlyMap<number, unknown>;
  /** In the phase's transaction; throws when another call has taken the key over, so that the phase is rolled back. */
  keepPhase(db: Db, number: number, result: unknown): Promise<void>;
  finish(db: Db, answer: StoredAnswer): Promise<void>;
  /** The call failed: a repeat may go on at once. */
  release(db: Db): Promise<void>;
}
