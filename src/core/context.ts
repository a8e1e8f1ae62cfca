import type { Readable } from 'node:stream';
import type { Access, AccountRef, KeyCredential } from './access.ts';
import type { Caller } from './caller.ts';
import type { FailureOptions } from './failure.ts';

/**
 * What the application hands over to operations and jobs: the database and long-lived parts such as the keyring. Each part
 * adds its own member by declaration merging, so that core knows none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the parts themselves
export interface Ports {}

/** The database handle of the whole program; its type comes with the part that opens it. */
export type Db = Ports extends { db: infer Handle } ? Handle : never;

/** The part of a logger that the kernel and operations use. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is known of one call, whichever surface it came from. */
export interface RequestFacts {
  id: string;
  access: Access;
  /** The caller's address; from a trusted proxy's header only when the proxy is configured. */
  address: string;
  /** Lower-case names; empty where the surface has none. */
  headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent; null where the surface or the door takes none. */
  idempotencyKey: string | null;
  /** Aborts when the caller hangs up before the answer is out. */
  signal: AbortSignal;
  /** A body that the operation reads itself; null elsewhere. */
  upload: Upload | null;
}

export interface Upload {
  body: Readable | Buffer;
  contentType: string;
  bytesMax: number;
}

/** A job, as far as enqueuing needs it. */
interface Enqueued<Payload extends object> {
  id: string;
  run(ctx: never, payload: Payload): Promise<void>;
}

/** One transaction, with what belongs to it. */
export interface Phase {
  db: Db;
  /** Leaves a row in the audit trail with the transaction. */
  audit(event: string, details: Record<string, unknown>): void;
  /** Enqueues a background job in the transaction: the job exists exactly when the change does. */
  enqueue<Payload extends object>(job: Enqueued<Payload>, payload: Payload): void;
  /**
   * Runs when the transaction is committed and before the answer leaves, and not at all when it is rolled back: for
   * copies in memory that the change has made old. It may not throw.
   */
  afterCommit(work: () => void): void;
}

/**
 * What `run` gets besides its input. In a `command` all of it is one transaction. A `query` and a `process` have the pool as
 * `db`, and their `audit`, `enqueue` and `afterCommit` are done when `run` is done, in a transaction of their own.
 */
export interface Context<Code extends string = never> extends Phase {
  ports: Ports;
  now(): Date;
  caller: Caller;
  /** The account of the credential, or the one that an internal call names; throws for callers without one. */
  account: AccountRef;
  /** The key that was presented or stands for the account; null behind other doors. */
  key: KeyCredential | null;
  /** The caller's name in the audit trail. */
  actor: string;
  request: RequestFacts;
  log: Log;
  /**
   * A transaction of a `process`: committed, with its audit rows and jobs, when `work` is done, and not lost when `run` throws
   * later. When the call is repeated under the same `Idempotency-Key`, a committed phase isn't run again: its result is
   * given again. Results therefore come back as JSON carries them. Phases are told apart by their order, so that must not
   * change between repeats, and they run one after the other. No foreign call may be made inside; `work` may run again
   * after a deadlock.
   */
  phase<Result>(work: (phase: Phase) => Promise<Result>): Promise<Stored<Result>>;
  /** Refuses the call with one of the operation's own codes. */
  fail(code: Code, options?: FailureOptions): never;
  /** The answer as JSON, from an operation that has made it already: it is sent as it is and says what `run` returns. */
  rendered(json: string): void;
  /** A header of the answer. */
  header(name: string, value: string): void;
}

/** A value as it comes back from JSON; `never` for what JSON can't carry. */
export type Stored<Value> = Value extends void
  ? null
  : Value extends bigint | Uint8Array | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
    ? never
    : Value extends Date
      ? string
      : Value extends readonly (infer Item)[]
        ? Stored<Item>[]
        : Value extends object
          ? { [Name in keyof Value]: Stored<Value[Name]> }
          : Value;
