import type { Static, TObject, TSchema } from 'typebox';
import type { Door } from './access.ts';
import type { Context, Ports } from './context.ts';
import type { ErrorDefinitions } from './failure.ts';

/** A `query` reads. A `command` is one transaction. A `process` has a foreign call in its middle and opens its own. */
export type Kind = 'query' | 'command' | 'process';

export interface Operation<Input extends TObject = TObject, Output extends TSchema = TSchema> {
  /** `domain.verb-and-noun`; file and function carry the same name. */
  id: string;
  summary: string;
  description?: string;
  kind: Kind;
  doors: readonly Door[];
  /**
   * Every member the caller may send. Which part of a request a member comes from follows from the door: names in the
   * path's braces from the path, the rest from the query for GET and DELETE, from the body otherwise.
   */
  input: Input;
  /** Other names under which a member is accepted. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  output: Output;
  /** Codes besides the kernel's own. */
  errors: readonly string[];
  /** `required`: an internal door names an existing account by `account_id`, else 404. Absent: it acts on no account. */
  account?: 'required';
  /** `key`: an internal door acts with the account's active key and its limits. */
  actsAs?: 'key';
  /** `own`: the operation keeps its first answers itself. `none`: repeats are harmless. Commands on POST default to `stored`. */
  idempotency?: 'stored' | 'own' | 'none';
  /** The answer shows something that may not be stored in the clear: a stored answer is then sealed. */
  secretAnswer?: boolean;
  /** Status of a good answer; 200 unless given. */
  status?: (output: Static<Output>) => number;
  /** Further statuses besides 200 that `status` may give, for the documents. */
  statuses?: readonly number[];
  /** Of the answer; JSON unless given. */
  contentType?: string;
  run(ctx: Context, input: Static<Input>): Promise<Static<Output>> | Static<Output>;
}

/** Declares an operation; the types of `run` follow from its shapes. */
export const operation = <Input extends TObject, Output extends TSchema>(
  declared: Operation<Input, Output>,
): Operation<Input, Output> => declared;

/** Background work, enqueued by operations or by a schedule. Runs at least once: it must be safe to repeat. */
export interface Job<Payload extends object = object> {
  id: string;
  /** Five-field cron expression in UTC, for work that recurs. */
  schedule?: string;
  run(job: JobContext, payload: Payload): Promise<void>;
}

export interface JobContext {
  ports: Ports;
  now(): Date;
  log: Context['log'];
}

/** The manifest of a domain: all there is to register. */
export interface Domain {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: operations of all shapes stand in one list
  operations: readonly Operation<any, any>[];
  jobs?: readonly Job[];
  errors?: ErrorDefinitions;
}

export const domain = (declared: Domain): Domain => declared;
