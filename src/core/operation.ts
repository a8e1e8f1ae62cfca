import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { AgentScope, OperatorRole } from './access.ts';
import type { JsonAnswer } from './answers/json-answer.ts';
import type { Context } from './context.ts';
import type { Door } from './door.ts';
import type { MemberFault } from './failure.ts';

/** A `query` reads. A `command` is one transaction. A `process` makes network calls between transactions (its phases). */
export type Kind = 'query' | 'command' | 'process';

export interface Operation<
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Code extends string = string,
> extends Declaration<Input, Output, Code> {
  input: Input;
  errors: readonly Code[];
}

/** An operation as its file declares it. Without `input` it takes nothing, and without `errors` it refuses nothing. */
export interface Declaration<Input extends TObject, Output extends TSchema, Code extends string> {
  /** `domain.verb-noun`. The file and the function have the same name. */
  id: string;
  summary: string;
  description?: string;
  kind: Kind;
  doors: readonly Door[];
  /** The roles beside `owner` that may use its admin door. Needed for whatever changes something; a query without them is for all. */
  roles?: readonly Exclude<OperatorRole, 'owner'>[];
  /** Works where the directory and the suppression list are kept. A cell refuses it: see docs/decisions/cells.md. */
  atDirectory?: true;
  /** Offers it to agents as a tool. They act for their key's account. */
  mcp?: Tool;
  /**
   * Every member the caller may send. Over HTTP, members in the path's braces come from the path. The rest come from the query
   * for GET and DELETE, else from the body.
   */
  input?: Input;
  /**
   * Members of a good request, of fictional people at reserved domains. The documentation shows them, the tests send them, and
   * the fuzz starts from them.
   */
  example?: Readonly<Record<string, unknown>>;
  /**
   * Faults that the shape can't express, for one 422 with those of the shape. It gets what was sent, unchecked. Faults of a
   * member that the shape already rejects are dropped.
   */
  check?(given: Readonly<Record<string, unknown>>): readonly MemberFault[];
  /** Other accepted names of a member. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  output: Output;
  /** The codes `ctx.fail` accepts. Don't list those of the kernel, which come before `run`. */
  errors?: readonly Code[];
  /** `required`: an internal door names an existing account by `account_id`, else 404. Behind other doors the credential does. */
  account?: 'required';
  /** `key`: an internal door acts with the account's active key and its limits, or at the account's own rate without one. */
  actsAs?: 'key';
  /**
   * The answer to a repeat with the same `Idempotency-Key`. `stored`, the default of commands and processes: the first answer.
   * `own`: the operation stores its first answers itself. `none`: repeats are harmless.
   */
  idempotency?: 'stored' | 'own' | 'none';
  /**
   * Heavy work: it takes turns with that of other accounts. `reports` reads much, on connections of its own. `uploads` takes large
   * bodies.
   */
  share?: 'reports' | 'uploads';
  /**
   * The query's data may be some seconds old, so a replica answers it, if there is one. Not for what a caller just wrote and
   * expects to see, and not for contacts, which may have been suppressed since.
   */
  readsMayLag?: boolean;
  /** The answer shows contacts that an account looked up: an operator's call is in the audit log. */
  showsContacts?: boolean;
  /** The answer contains a secret, so a stored answer is encrypted. */
  secretAnswer?: boolean;
  /** The status of a successful answer. Default 200. */
  status?: (output: Static<Output>) => number;
  /** The statuses other than 200 that `status` may return, for the documentation. */
  statuses?: readonly number[];
  /** The statuses whose answer has no body. */
  emptyStatuses?: readonly number[];
  /** Headers of a good answer that don't follow from the door, each with its description. */
  headers?: Readonly<Record<string, string>>;
  /** Content type of the answer. Default: JSON. An operation that returns a `FileAnswer` names the file's type. */
  contentType?: string;
  run(ctx: Context<Code>, input: Static<Input>): Promise<Returned<Static<Output>>> | Returned<Static<Output>>;
}

type Returned<Value> = Value | JsonAnswer<Value>;

type Nothing = TObject<Record<never, never>>;

/** Declares an operation. TypeScript infers the types of `run` and the codes it may fail with. */
export const operation = <
  Output extends TSchema,
  Input extends TObject = Nothing,
  const Code extends string = never,
>(
  declared: Declaration<Input, Output, Code>,
): Operation<Input, Output, Code> => ({
  input: Type.Object({}) as unknown as Input,
  errors: [],
  ...declared,
});

/** Whether the kernel stores the first answer and returns it to repeats with the same `Idempotency-Key`. */
export const storesAnswers = ({ kind, idempotency = 'stored' }: Operation): boolean =>
  kind !== 'query' && idempotency === 'stored';

/** Whether a call through the customers' pages is more than a plain read. */
export const isCustomersAct = (declared: Operation, { forCustomers, method }: Door): boolean =>
  forCustomers === true && (method !== 'GET' || declared.kind !== 'query');

/** Whether an operator with this role may use it. */
export const mayUse = (role: OperatorRole, { kind, roles }: Pick<Operation, 'kind' | 'roles'>): boolean =>
  role === 'owner' || (roles ? roles.includes(role) : kind === 'query');

/** How an operation presents itself to agents. Its schemas are the operation's own. */
export interface Tool {
  /** Unique and stable: people allow tools by name. */
  name: string;
  /** The scope that a connection needs to call it. */
  scope: AgentScope;
  /** For people. */
  title: string;
  /** For the model: what it does, when to use it, what it costs, and what to do next. */
  description: string;
  /** Members that agents can't send. */
  hides?: readonly string[];
  /** Defaults that replace those of the operation: what an agent reads fills its context. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Hosts may run these without asking. Whatever costs credits is not one of them. */
  isReadOnly: boolean;
  /** Ends or deletes something. */
  isDestructive?: boolean;
  /** A repeat with the same arguments changes nothing more. */
  isIdempotent?: boolean;
  /** Asks sources outside the service. */
  isOpenWorld?: boolean;
}
