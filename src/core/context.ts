import type { Readable } from 'node:stream';
import type { Access, AccountRef, Caller, CustomerSurface, KeyCredential } from './access.ts';
import type { Db } from './db.ts';
import type { FailureOptions } from './failure.ts';
import type { Ports } from './ports.ts';

export type { Db } from './db.ts';
export type { Ports } from './ports.ts';

/** The logger methods that the kernel and operations use. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The facts of one request, whichever surface it came from. */
export interface RequestFacts {
  id: string;
  access: Access;
  /** Whether an access token of a browser extension's session is a credential too. */
  takesSessions?: boolean;
  /** Whether test keys are refused. */
  forLiveKeys?: boolean;
  /** It is an act of a customer on the pages, which are limited per account. */
  isCustomersAct?: boolean;
  /** The caller's address. A proxy header counts only if that proxy is trusted. */
  address: string;
  /** Lower-case names. Empty if the surface has none. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Null if the caller sent none, or if the door doesn't accept one. */
  idempotencyKey: string | null;
  /** Aborts if the client disconnects before the response is sent. */
  signal: AbortSignal;
  /** A body that the operation reads itself, else null. */
  upload: Upload | null;
}

export interface Upload {
  body: Readable | Buffer;
  contentType: string;
  bytesMax: number;
}

/** The members of a job that enqueuing needs. */
interface Enqueued<Payload extends object> {
  id: string;
  run(ctx: never, payload: Payload): Promise<void>;
}

/** One transaction and its side effects. */
export interface Phase {
  db: Db;
  /**
   * Writes a row in the same transaction: of a customer's act to the log of customers' acts, else to the audit log. Where `before`
   * and `after` say the same, nothing changed, and no row is written.
   */
  audit(event: string, details: Record<string, unknown>): void;
  /** Enqueues a background job in the same transaction: it exists only if the change does. */
  enqueue<Payload extends object>(job: Enqueued<Payload>, payload: Payload): void;
  /**
   * Runs after the commit and before the answer is sent; never after a rollback. Use it to update copies in memory. It must
   * not throw.
   */
  afterCommit(work: () => void): void;
}

/**
 * The context of `run`. A `command` runs in one transaction. In a `query` or a `process`, `db` is the pool, and
 * audit rows and jobs are written in a transaction of their own once `run` returns.
 */
export interface Context<Code extends string = never> extends Phase {
  ports: Ports;
  now(): Date;
  caller: Caller;
  /** Where a customer's call came from, as jobs and usage events name it. */
  surface: CustomerSurface;
  /** The account to act on: the credential's, or the one an internal call names. Throws for other callers. */
  account: AccountRef;
  /** The key the caller presented, or the one an internal door acts with; else null. */
  key: KeyCredential | null;
  /** The caller's name in the audit log. */
  actor: string;
  request: RequestFacts;
  log: Log;
  /**
   * One transaction of a `process`. It commits when `work` resolves, and stays committed if `run` throws later. A repeat under
   * the same `Idempotency-Key` gets the stored result, as JSON, instead of running it again. The order of phases identifies
   * them, so keep it stable. Phases run one at a time. Make no network calls inside. `work` may run again after a deadlock.
   */
  phase<Result>(work: (phase: Phase) => Promise<Result>): Promise<Stored<Result>>;
  /** Refuses the call with one of the operation's declared codes. */
  fail(code: Code, options?: FailureOptions): never;
  /** Sets a response header. */
  header(name: string, value: string): void;
}

/** A value after a round trip through JSON. `never` for types that JSON can't represent. */
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
