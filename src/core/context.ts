import type { Readable } from 'node:stream';
import type { AccountRef, Door, KeyCredential } from './access.ts';

/**
 * What the application hands over to operations and jobs: the database and long-lived parts such as the ledger's
 * spender. Each part adds its own member by declaration merging, so that core knows none of them.
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
  door: Door;
  /** The caller's address; from a trusted proxy's header only when the proxy is configured. */
  address: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent. */
  idempotencyKey: string | null;
  signal: AbortSignal;
  /** Only behind doors that take a `stream` or `raw` body. */
  body: Readable | Buffer | null;
  contentType: string;
}

/** What `run` gets besides its input. */
export interface Context {
  /** The open transaction in a `command`; the pool otherwise. */
  db: Db;
  ports: Ports;
  now(): Date;
  /** The account acted on; throws where the operation declares none. */
  account: AccountRef;
  /** The key that was presented or stands for the account; null behind other doors. */
  key: KeyCredential | null;
  /** The operator, from `x-ops-actor`; `ops` when the header is absent. */
  actor: string;
  request: RequestFacts;
  log: Log;
  /** Leaves a row in the audit trail with the transaction; a query or process writes it at once. */
  audit(event: string, details: Record<string, unknown>): void;
  /** Enqueues a background job in the operation's transaction. */
  enqueue(job: string, payload: object): void;
  /**
   * Runs when the transaction is committed and before the answer leaves, and not at all when it is rolled back: for
   * copies in memory that the change has made old. It may not throw. A query or process runs it when `run` is done.
   */
  afterCommit(work: () => void): void;
  /** The answer as JSON, from an operation that has made it already: it is sent as it is and says what `run` returns. */
  rendered(json: string): void;
  /** A header of the answer. */
  header(name: string, value: string): void;
}
