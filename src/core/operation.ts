import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from './context.ts';
import type { Door } from './door.ts';

/** A `query` reads. A `command` is one transaction. A `process` has a foreign call in its middle and opens its own phases. */
export type Kind = 'query' | 'command' | 'process';

export interface Operation<
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Code extends string = string,
> {
  /** `domain.verb-and-noun`; file and function carry the same name. */
  id: string;
  summary: string;
  description?: string;
  kind: Kind;
  doors: readonly Door[];
  /**
   * Every member the caller may send. Over HTTP, names in the path's braces come from the path, the rest from the query for
   * GET and DELETE, from the body otherwise.
   */
  input: Input;
  /** Members of the documents' example besides the required ones, where those alone would be refused. */
  example?: Readonly<Record<string, unknown>>;
  /** Other names under which a member is accepted. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  output: Output;
  /** Codes that `ctx.fail` takes; those that come before `run` are not listed. */
  errors: readonly Code[];
  /** `required`: an internal door names an existing account by `account_id`, else 404. Behind other doors the credential does. */
  account?: 'required';
  /** `key`: an internal door acts with the account's active key and its limits. */
  actsAs?: 'key';
  /**
   * What a repeat with the same `Idempotency-Key` gets. `stored`, the default of commands and processes: the first answer.
   * `own`: the operation keeps its first answers itself. `none`: repeats are harmless.
   */
  idempotency?: 'stored' | 'own' | 'none';
  /** The answer shows something that may not be stored in the clear: a stored answer is then sealed. */
  secretAnswer?: boolean;
  /** Status of a good answer; 200 unless given. */
  status?: (output: Static<Output>) => number;
  /** Further statuses besides 200 that `status` may give, for the documents. */
  statuses?: readonly number[];
  /** Headers of a good answer besides those that follow from the door, each with its description. */
  headers?: Readonly<Record<string, string>>;
  /** Of the answer; JSON unless given. An operation that answers with a `FileAnswer` names the type of the file. */
  contentType?: string;
  run(ctx: Context<Code>, input: Static<Input>): Promise<Static<Output>> | Static<Output>;
}

/** Declares an operation; the types of `run` and the codes it may fail with follow from what is declared. */
export const operation = <Input extends TObject, Output extends TSchema, const Code extends string = never>(
  declared: Operation<Input, Output, Code>,
): Operation<Input, Output, Code> => declared;

/** Whether a repeat with the same `Idempotency-Key` gets the first answer, kept by the kernel. */
export const storesAnswers = ({ kind, idempotency = 'stored' }: Operation): boolean =>
  kind !== 'query' && idempotency === 'stored';
